import { megabyte } from '@contract/online-maps';
import { useFormat } from '@/app/format';

/** Bytes as megabytes or gigabytes of disks. */
export function useByteSize(): (bytes: number) => string {
  const format = useFormat();
  return (bytes) => {
    const isLarge = bytes >= 1000 * megabyte;
    const size = bytes / (isLarge ? 1000 * megabyte : megabyte);
    // The first few bytes are not nothing.
    const value = bytes === 0 ? 0 : Math.max(0.1, size);
    const maximumFractionDigits = value < 10 ? 1 : 0;
    const unit = isLarge ? 'gigabyte' : 'megabyte';
    return format.number(value, { style: 'unit', unit, maximumFractionDigits });
  };
}
