import { isInviteCode, plainCode } from '@attune/contract/common/code'
import { forBrowser } from './keep.ts'

const key = 'attune-invite-code'

/** Keeps the code of an opened invite link (`#code=K7RMQX4D`) until it was used: registering goes through a mail and a new tab. */
export function keepInviteCode(hash: string) {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? ''
  if (isInviteCode(code)) forBrowser.set(key, plainCode(code))
}

/** The code of a link that was opened in this browser; empty where there is none. */
export function keptInviteCode(): string {
  const code = forBrowser.get(key) ?? ''
  return isInviteCode(code) ? code : ''
}

export const dropInviteCode = () => forBrowser.drop(key)
