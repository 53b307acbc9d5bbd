import {
  Menu,
  type BrowserWindow,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
} from 'electron';
import type { Words } from '../words';

type Place = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** The menu of a right click: what can be done with the text there; empty where there is none. */
export function contextMenuTemplate(
  { isEditable, selectionText, editFlags }: Place,
  words: Words,
): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = {
    role: 'copy',
    label: words('menu.copy'),
    enabled: editFlags.canCopy,
  };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { role: 'undo', label: words('menu.undo'), enabled: editFlags.canUndo },
    { role: 'redo', label: words('menu.redo'), enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', label: words('menu.cut'), enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: words('menu.paste'), enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: words('menu.selectAll'), enabled: editFlags.canSelectAll },
  ];
}

/** Shows that menu where the page itself shows none. */
export function offerContextMenu(window: BrowserWindow, words: () => Words): void {
  window.webContents.on('context-menu', (_event, place) => {
    const template = contextMenuTemplate(place, words());
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}
