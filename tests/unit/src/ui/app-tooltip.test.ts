import { X } from '@lucide/vue';
import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { defineComponent, h, ref } from 'vue';
import ColumnChooser from '@/features/records/ColumnChooser.vue';
import AppDialog from '@/ui/AppDialog.vue';
import IconButton from '@/ui/IconButton.vue';
import { plainLook } from '@/ui/table-columns';
import { control, render } from '../render';

const tip = () => document.querySelector('[role=tooltip]');
const dialog = () => document.querySelector('[role=dialog]');

async function click(name: string): Promise<void> {
  const at = control(name);
  at.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 }));
  await flushPromises();
}

/** Focuses a control by keyboard, so that its tip is there. */
async function focus(name: string): Promise<void> {
  control(name).focus();
  await flushPromises();
  expect(tip()?.textContent.trim()).toBe(name);
}

async function pressEscape(): Promise<void> {
  const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
  await flushPromises();
}

describe('Escape closes an open tip and, at once, what it stands in', () => {
  it('a popover', async () => {
    const columns = ['Plate', 'Model', 'Color'].map((label) => ({
      id: label,
      label,
      width: 100,
      isPinned: label === 'Plate',
    }));
    await render(ColumnChooser, { props: { columns, look: plainLook } });
    await click('Choose columns');
    expect(dialog()).not.toBeNull();
    await focus('Move Model back');
    await pressEscape();
    expect(dialog()).toBeNull();
  });

  it('a dialog', async () => {
    const open = ref(true);
    const update = (to: boolean) => {
      open.value = to;
    };
    await render(
      defineComponent(
        () => () =>
          h(AppDialog, { open: open.value, title: 'Keys', 'onUpdate:open': update }, () =>
            h(IconButton, { label: 'Copy', icon: X }),
          ),
      ),
    );
    await flushPromises();
    await focus('Copy');
    await pressEscape();
    expect(open.value).toBe(false);
    expect(tip()).toBeNull();
  });

  it('nothing else hears the key where there is nothing else to close', async () => {
    await render(IconButton, { props: { label: 'Copy', icon: X } });
    await focus('Copy');
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    await pressEscape();
    window.removeEventListener('keydown', heard);
    expect(tip()).toBeNull();
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
