import { Complaints, member, required, text } from './checks';
import { Refusal } from './errors';
import { VISITOR_USERNAME } from './permissions';
import { answer, type Handlers, type Service } from './service';

const LONGEST_NAME = 255;
const LONGEST_TOKEN = 500;

export function authenticationHandlers(service: Service): Handlers {
  return {
    'authentication.logIn': async ({ body }) => {
      const complaints = new Complaints();
      const found = { path: 'body', value: body };
      const field = text({ most: LONGEST_NAME });
      const username = required(member(found, 'username'), field, complaints);
      const password = required(member(found, 'password'), field, complaints);
      complaints.settle();
      const isKnown = username === service.username || username === VISITOR_USERNAME;
      if (username === undefined || !isKnown || password !== service.password) throw unauthorized();
      return answer(await service.sessions.open(username));
    },
    'authentication.refresh': async ({ body }) => {
      const complaints = new Complaints();
      const found = { path: 'body', value: body };
      const field = text({ most: LONGEST_TOKEN });
      const authToken = required(member(found, 'auth_token'), field, complaints);
      const refreshToken = required(member(found, 'refresh_token'), field, complaints);
      complaints.settle();
      const pair = await service.sessions.refresh(authToken ?? '', refreshToken ?? '');
      if (!pair) throw unauthorized();
      return answer(pair);
    },
  };
}

/** The document labels status 500 of these operations "Unauthorized". */
function unauthorized(): Refusal {
  return new Refusal(500, 'Unauthorized');
}
