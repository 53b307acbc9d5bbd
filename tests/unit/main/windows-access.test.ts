import { describe, expect, it } from 'vitest';
import { canOthersWrite } from '@main/windows-access';

/** As an administrator leaves them: users read, and add files to the folder. */
const file = 'O:BAG:DUD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)';
const folder =
  'O:BAG:SYD:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIIOID;GA;;;CO)' +
  '(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)';

describe('the access of Windows', () => {
  it('is closed where administrators own a file and its folder, and users read them', () => {
    expect(canOthersWrite(file, 'file')).toBe(false);
    expect(canOthersWrite(`${folder}\r`, 'folder')).toBe(false);
    const installer = 'O:S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';
    expect(canOthersWrite(`${installer}G:SYD:P(A;;FA;;;S-1-5-18)`, 'file')).toBe(false);
  });

  it.each([
    ['a user owns it', file.replace('O:BA', 'O:S-1-5-21-1-2-3-1001')],
    ['users have all rights', `${file}(A;;FA;;;BU)`],
    ['everybody can write', `${file}(A;;FW;;;WD)`],
    ['a user can write, by a number', `${file}(A;;0x1301bf;;;S-1-5-21-1-2-3-1001)`],
    ['users can add to its end', `${file}(A;;LC;;;BU)`],
    ['users can change its access', `${file}(A;;WD;;;BU)`],
    ['users can take it', `${file}(A;;WO;;;AU)`],
    ['users can delete it', `${file}(A;ID;SD;;;IU)`],
    ['users have a right under a condition', `${file}(XA;;FA;;;BU;(@User.Title=="x"))`],
    ['a right is unknown', `${file}(A;;ZZ;;;BU)`],
    ['there is no list', 'O:BAG:SYD:NO_ACCESS_CONTROL'],
    ['the list is not told', 'O:BAG:SY'],
    ['nothing is told', ''],
  ])('is open where %s', (_what, sddl) => {
    expect(canOthersWrite(sddl, 'file')).toBe(true);
  });

  it('is open where users can delete what is in the folder, now and not only in new folders', () => {
    expect(canOthersWrite(`${folder}(A;OICI;DT;;;BU)`, 'folder')).toBe(true);
    expect(canOthersWrite(`${folder}(A;OICIIO;DT;;;BU)`, 'folder')).toBe(false);
    expect(canOthersWrite(`${folder}(D;OICI;FA;;;BU)`, 'folder')).toBe(false);
  });
});
