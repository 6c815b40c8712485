import { isInviteCode, plainCode } from '@attune/contract/common/code'
import { forBrowser } from './keep.ts'

const key = 'attune-invite-code'

/**
 * Saves the code of an opened invite link (`#code=K7RMQX4D`) until it is used, because registering continues in a new
 * tab after an email.
 */
export function keepInviteCode(hash: string) {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? ''
  if (isInviteCode(code)) forBrowser.set(key, plainCode(code))
}

/** The code of an invite link opened in this browser; empty if there is none. */
export function keptInviteCode(): string {
  const code = forBrowser.get(key) ?? ''
  return isInviteCode(code) ? code : ''
}

export const dropInviteCode = () => forBrowser.drop(key)
