import { control } from '../../render';
import { click } from './screen';

/** Chooses an option of the combo field that has the focus. */
export async function choose(label: string, option: string): Promise<void> {
  const field = control(label, '[role=combobox]');
  field.focus();
  await click(field);
  const found = [...document.querySelectorAll<HTMLElement>('[role=option]')].find((each) =>
    each.textContent.includes(option),
  );
  if (!found) throw new Error(`No option says "${option}".`);
  found.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  await click(found);
}
