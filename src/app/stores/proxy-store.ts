import type { ProxyState } from '@contract/proxy';
import { defineStore } from 'pinia';
import { topicState } from './topic-state';

const silent: ProxyState = { question: null, isScriptBroken: false };

/** What the proxy of this network asks, if anything. */
export const useProxyStore = defineStore('proxy', () => topicState('proxy', silent));
