import { expect, it } from 'vitest';
import { compareVersions } from '@core/updates/compare-versions';

it('orders versions as Semantic Versioning does', () => {
  const inOrder = [
    ...['0.9.9', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta.2'],
    ...['1.0.0-beta.11', '1.0.0-rc-1', '1.0.0', '1.0.1', '1.9.0', '1.10.0', '2.0.0'],
  ];
  for (const [index, version] of inOrder.entries()) {
    for (const [other, against] of inOrder.entries()) {
      const label = `${version} against ${against}`;
      expect(Math.sign(compareVersions(version, against)), label).toBe(Math.sign(index - other));
    }
  }
});
