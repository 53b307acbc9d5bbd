/** Watches this page for frames over 50 ms; the answer ends it and tells them. */
export function watchLongFrames(): () => PerformanceEntry[] {
  const found: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => {
    found.push(...list.getEntries());
  });
  observer.observe({ type: 'long-animation-frame' });
  return () => {
    found.push(...observer.takeRecords());
    observer.disconnect();
    return found;
  };
}
