import { defineComponent, h } from 'vue';

/** Stands in for the map, which draws on canvases that this DOM does not have. */
export default defineComponent({
  props: { label: { type: String, required: true } },
  setup: (props, { slots }) => {
    return () => h('section', { 'aria-label': props.label }, slots['default']?.());
  },
});
