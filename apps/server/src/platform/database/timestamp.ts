import { isInstant } from '@attune/contract/common/time/time'

/** Whether a text is a timestamp in UTC in the format that Postgres prints, either as plain text or within JSON. */
export const isPostgresTimestamp = (text: string): boolean =>
  isInstant(text.replace(' ', 'T').replace(/\+00(?::00)?$/, 'Z'))
