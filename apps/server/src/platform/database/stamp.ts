import { isMoment } from '@attune/contract/common/time'

/** Whether a text is a moment as Postgres writes it in UTC, by itself or within JSON. */
export const isStamp = (text: string): boolean => isMoment(text.replace(' ', 'T').replace(/\+00(?::00)?$/, 'Z'))
