import type { Auth, LinkPages } from '../auth.ts'
import type { AuthUsers } from '../auth-users.ts'
import type { OneTimeTokens, TokenPurpose, TokenRecipient } from '../one-time-tokens.ts'
import type { TherapistInviteCode, TherapistInviteCodes } from './invite-codes.ts'

type Deps = {
  tokens: OneTimeTokens
  inviteCodes: TherapistInviteCodes
  users: Pick<AuthUsers, 'byId'>
  origin: () => string
  linkPages: LinkPages
}

/** Links of emails and invitations, and the codes that replace them. */
export function openLinks({
  tokens,
  inviteCodes,
  users,
  origin,
  linkPages,
}: Deps): Pick<Auth, 'linkFor' | 'codeFor' | 'invitationSecrets' | 'inviteCode' | 'rotateInviteCode'> {
  async function linkFor(
    purpose: Exclude<TokenPurpose, 'handover'>,
    subject: string,
    generation: number,
    about: TokenRecipient = {},
  ) {
    // The subject of a link is the account id of the recipient. Exceptions: invitations, the setup link, and links to an address without an
    // account.
    const isPerson = !['invite', 'guardian', 'setup', 'invoice', 'notification-address', 'form-ticket'].includes(
      purpose,
    )
    const person = isPerson ? await users.byId(subject) : null
    await tokens.issue(
      purpose,
      subject,
      generation,
      person ? { email: person.email, userId: person.id, ...about } : about,
    )
    // Browsers send the part of an address after `#` neither to the server nor in the Referer header.
    return `${origin()}${linkPages[purpose]}#token=${tokens.tokenOf(purpose, subject, generation)}`
  }

  const withLink = ({ code, since }: TherapistInviteCode) => ({
    code,
    since,
    link: `${origin()}${linkPages['invite-code']}#code=${code}`,
  })

  return {
    linkFor,
    codeFor: tokens.codeOf,
    async invitationSecrets(id, generation, about) {
      return { link: await linkFor('invite', id, generation, about), code: tokens.codeOf('invite', id, generation) }
    },
    inviteCode: async (therapistId) => withLink(await inviteCodes.codeOf(therapistId)),
    rotateInviteCode: async (therapistId, command) => withLink(await inviteCodes.rotate(therapistId, command)),
  }
}
