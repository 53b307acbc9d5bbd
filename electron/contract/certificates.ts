import { z } from 'zod';
import { momentSchema } from './records';

/** A certificate authority that is trusted beside those of the system. */
export const ownCertificateSchema = z.object({
  /** SHA-256 of the certificate, as in `AB:CD:…`. */
  fingerprint: z.string().max(100),
  /** Whose it is, in its own words. */
  subject: z.string(),
  endsAt: momentSchema,
  /** Name of the file that it came from. */
  file: z.string(),
  /** The administrator of this computer named it: a person can't take it away. */
  isManaged: z.boolean(),
});

/** A certificate authority that is trusted beside those of the system. */
export type OwnCertificate = z.infer<typeof ownCertificateSchema>;
