/**
 * Attributes for the field of a list: once the list is closed there is no marked entry, though
 * reka's field goes on naming the one that was marked last.
 */
export function listMark(isOpen: boolean): { 'aria-activedescendant'?: undefined } {
  return isOpen ? {} : { 'aria-activedescendant': undefined };
}
