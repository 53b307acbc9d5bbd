import { defineComponent, h, type PropType, type VNodeChild } from 'vue';
import { hasMessage, useI18n } from '@/i18n/i18n';
import KeyHint from '@/ui/KeyHint.vue';
import type { Block, Inline } from './parse-article';
import type { HelpPlace } from './places';

/** The text of an article as elements; no text of it becomes markup. */
export default defineComponent({
  props: {
    blocks: { type: Array as PropType<readonly Block[]>, required: true },
    /** Screens can be opened: somebody is signed in. */
    hasScreens: { type: Boolean, required: true },
  },
  emits: {
    /** Another place in the help was chosen. */
    go: (_place: HelpPlace) => true,
    /** A screen was chosen, by its address. */
    leave: (_path: string) => true,
  },
  setup(props, { emit, slots }) {
    const { t } = useI18n();

    function linkOf(to: string, parts: Inline[]): VNodeChild {
      if (to.startsWith('https:')) {
        return h('a', { href: to, target: '_blank', rel: 'noreferrer' }, parts.map(inline));
      }
      if (to.startsWith('screen:') && !props.hasScreens) return h('strong', parts.map(inline));
      const go = (event: Event) => {
        event.preventDefault();
        if (to.startsWith('screen:')) emit('leave', to.slice('screen:'.length));
        else emit('go', placeOf(to));
      };
      const address = to.startsWith('screen:')
        ? to.slice('screen:'.length)
        : `/help?article=${placeOf(to).article}`;
      return h('a', { href: `#${address}`, onClick: go }, parts.map(inline));
    }

    function inline(part: Inline): VNodeChild {
      switch (part.kind) {
        case 'text':
          return part.text;
        case 'code':
          return h('code', part.text);
        case 'label':
          return h('b', { class: 'label' }, hasMessage(part.key) ? t(part.key) : part.key);
        case 'keys':
          return h(KeyHint, { keys: part.keys });
        case 'link':
          return linkOf(part.to, part.parts);
        case 'strong':
        case 'em':
          return h(part.kind, part.parts.map(inline));
      }
    }

    function block(each: Block): VNodeChild {
      switch (each.kind) {
        case 'text':
          return h('p', each.parts.map(inline));
        case 'note':
          return h('p', { class: 'note' }, each.parts.map(inline));
        case 'list':
          return h(
            each.isOrdered ? 'ol' : 'ul',
            each.items.map((item) => h('li', item.map(inline))),
          );
        case 'table':
          return h('div', { class: 'table', tabindex: 0 }, [
            h('table', [
              h('thead', [
                h(
                  'tr',
                  each.head.map((cell) => h('th', { scope: 'col' }, cell.map(inline))),
                ),
              ]),
              h(
                'tbody',
                each.rows.map((row) =>
                  h(
                    'tr',
                    row.map((cell) => h('td', cell.map(inline))),
                  ),
                ),
              ),
            ]),
          ]);
        case 'insert':
          return slots[each.name]?.();
      }
    }

    return () => h('div', { class: 'text' }, props.blocks.map(block));
  },
});

/** `help:map#list` as a place in the help. */
function placeOf(link: string): HelpPlace {
  const [article = '', anchor] = link.slice('help:'.length).split('#');
  return { article, anchor: anchor ?? null };
}
