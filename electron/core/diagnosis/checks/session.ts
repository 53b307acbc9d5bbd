import type { Check } from '../check';

/** Whether somebody is signed in and the service answers. */
export const checkSession: Check = ({ session }) => {
  const { phase, isRefused, link } = session.state();
  if (phase === 'expired') return ['failed', 'expired'];
  if (phase === 'signed-out') return ['not-checked', 'signedOut'];
  if (phase !== 'signed-in') return ['warning', 'waiting'];
  if (isRefused === true) return ['failed', 'refused'];
  if (link.error?.reason === 'work-offline') return ['warning', 'workOffline'];
  const { lastAnswerAt } = link;
  if (link.state === 'offline') {
    return lastAnswerAt === null
      ? ['failed', 'unanswered']
      : ['failed', 'offline', { lastAnswerAt }];
  }
  return lastAnswerAt === null ? ['fine', 'signedIn'] : ['fine', 'answered', { lastAnswerAt }];
};
