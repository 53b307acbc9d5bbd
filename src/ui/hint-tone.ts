import type { InjectionKey, Ref } from 'vue';

/** Whether the hint of a field is a warning: it is seen, but asks nothing and stops nothing. */
export const hintTone: InjectionKey<Readonly<Ref<'plain' | 'warning'>>> = Symbol('hint tone');
