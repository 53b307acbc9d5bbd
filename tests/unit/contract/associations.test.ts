import { describe, expect, it } from 'vitest';
import { newAssociationsSchema } from '@contract/associations';

const key = (letter: string) => letter.repeat(15);

function isTaken(vehicleKeys: string[], otherKeys: string[]): boolean {
  return newAssociationsSchema.safeParse({ side: 'users', vehicleKeys, otherKeys }).success;
}

describe('associations that are added together', () => {
  it('are several people for one vehicle, or one person for several vehicles', () => {
    expect(isTaken([key('A')], [key('B'), key('C')])).toBe(true);
    expect(isTaken([key('A'), key('B')], [key('C')])).toBe(true);
  });

  it('are refused where no record is in all of them: undo could miss a part that was sent', () => {
    expect(isTaken([key('A'), key('B')], [key('C'), key('D')])).toBe(false);
    expect(isTaken([], [key('C')])).toBe(false);
  });
});
