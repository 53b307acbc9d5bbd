import { pathToFileURL } from 'node:url';

/**
 * All forms that texts have a folder in: its path, that path with the slashes of Windows doubled or
 * turned (as JSON and many libraries write it), and the path of its `file:` URL, where letters
 * beyond ASCII are percent-encoded (as stacks of errors have it).
 */
export function formsOfFolder(folder: string): string[] {
  const turned = folder.replaceAll('\\', '/');
  const isWindows = /^[a-z]:\//i.test(turned);
  const path = isWindows ? `/${turned}` : turned;
  // As `pathToFileURL` does it, on every system for the paths of every system.
  const encoded = pathToFileURL(path, { windows: false }).pathname;
  const forms = [folder, folder.replaceAll('\\', '\\\\'), turned, path, encoded];
  // A library may name a drive without the slash before it.
  if (isWindows) forms.push(encoded.slice(1));
  return [...new Set(forms)];
}
