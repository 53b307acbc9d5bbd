import { describe, expect, it, vi } from 'vitest';
import { contextMenuTemplate } from '@main/windows/context-menu';
import { wordsIn } from '@main/words';

vi.mock('electron', () => ({ Menu: {} }));

const editFlags = {
  ...{ canUndo: false, canRedo: false, canCut: false, canCopy: false, canPaste: true },
  ...{ canSelectAll: true, canDelete: false, canEditRichly: false },
};
const labels = (place: Partial<Parameters<typeof contextMenuTemplate>[0]>) =>
  contextMenuTemplate({ isEditable: false, selectionText: '', editFlags, ...place }, wordsIn('en'))
    .filter(({ type }) => type !== 'separator')
    .map(({ label, enabled }) => `${label}${enabled ? '' : ' (off)'}`);

describe('the menu of a right click', () => {
  it('offers cut, copy and paste in a text field, as far as each can be done', () => {
    const field = { isEditable: true, selectionText: 'ABC' };
    expect(labels({ ...field, editFlags: { ...editFlags, canCut: true, canCopy: true } })).toEqual([
      ...['Undo (off)', 'Redo (off)', 'Cut', 'Copy', 'Paste', 'Select all'],
    ]);
    expect(labels({ isEditable: true })).toContain('Cut (off)');
  });

  it('offers to copy selected text, and nothing elsewhere', () => {
    const flags = { ...editFlags, canCopy: true };
    expect(labels({ selectionText: 'ABC-1D23', editFlags: flags })).toEqual(['Copy']);
    expect(labels({})).toEqual([]);
  });
});
