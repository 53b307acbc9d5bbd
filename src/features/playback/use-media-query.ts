import { onScopeDispose, ref, type Ref } from 'vue';

/** Whether a media query holds, kept up to date while the calling component lives. */
export function useMediaQuery(query: string): Readonly<Ref<boolean>> {
  const list = window.matchMedia(query);
  const holds = ref(list.matches);
  const tell = () => {
    holds.value = list.matches;
  };
  list.addEventListener('change', tell);
  onScopeDispose(() => {
    list.removeEventListener('change', tell);
  });
  return holds;
}
