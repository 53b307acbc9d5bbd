/** Whether two values of plain data are the same, however deep they go; the order of keys says nothing. */
export function areSameData(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return false;
  const [fields, others] = [Object.entries(one), other as Readonly<Record<string, unknown>>];
  if (fields.length !== Object.keys(other).length) return false;
  return fields.every(([name, value]) => {
    return Object.hasOwn(others, name) && areSameData(value, others[name]);
  });
}
