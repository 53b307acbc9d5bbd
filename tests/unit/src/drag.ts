/**
 * Drags files over an element or drops them there, called by their paths; null drags a text. Answers
 * whether the page takes what is dragged.
 */
export function drag(
  target: Element,
  type: 'dragover' | 'dragleave' | 'drop',
  paths: readonly string[] | null,
): 'taken' | 'left' {
  const event = new Event(type, { bubbles: true, cancelable: true });
  const dataTransfer = {
    types: [paths === null ? 'text/plain' : 'Files'],
    files: (paths ?? []).map((path) => new File([], path)),
  };
  Object.assign(event, { dataTransfer, relatedTarget: null });
  return target.dispatchEvent(event) ? 'left' : 'taken';
}
