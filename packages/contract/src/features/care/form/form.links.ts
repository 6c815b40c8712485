import { z } from 'zod'
import { ClientId, ContactId, FormTicketId, SentFormId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { Email } from '../../../common/text/text.schemas.ts'
import { signLinkStates, signLinkWarnings } from './form.rules.ts'

const OfForm = z.strictObject({ clientId: ClientId, id: SentFormId })

/** A link with which a guardian without an account signs a form, as the therapist sees it. */
export const SignLink = z.strictObject({
  id: FormTicketId,
  contactId: ContactId,
  /** The name of the guardian when the link was sent. */
  name: z.string(),
  email: Email,
  state: z.enum(signLinkStates),
  sentAt: z.string(),
  expiresAt: z.string(),
  /** The time of the latest opening with the right code; null if there was none. */
  openedAt: z.string().nullable(),
  /** The state of the text message with the code; null if the therapist gives the code. */
  text: z.enum(['waiting', 'sending', 'sent', 'failed']).nullable(),
  /** The state of the latest email with this link; null before there is one. `not-configured`: the practice has no mail server. */
  mail: z.enum(['waiting', 'sending', 'sent', 'failed', 'not-configured', 'dropped']).nullable(),
})
export type SignLink = z.infer<typeof SignLink>

const SignLinks = z.strictObject({
  /** The latest link of each guardian, newest first. */
  items: z.array(SignLink),
  /** The contacts who can sign the form as guardians. */
  contacts: z.array(
    z.strictObject({
      id: ContactId,
      name: z.string(),
      relationship: z.string(),
      /** Null if the contact has no address; a link cannot be sent then. */
      email: Email.nullable(),
      /** The number to which the code can be sent by text message, in E.164; null if there is none or texts are not set up. */
      textNumber: z.string().nullable(),
      /** The warnings that the therapist has to confirm before a link is sent to this contact. */
      warnings: z.array(z.enum(signLinkWarnings)),
    }),
  ),
})
export type SignLinks = z.infer<typeof SignLinks>

/** A link that was sent. `code` is the code that the therapist tells the guardian; null if the code is sent by text message. */
const SentSignLink = z.strictObject({ ...SignLinks.shape, code: z.string().nullable() })

/** Links with which a guardian without an account signs a form, for 14 days. */
export const signLinks = {
  /** The links of a sent form, and the contacts to whom one can be sent. */
  signLinks: read.input(OfForm).output(SignLinks),
  /**
   * Emails a contact of the record a link to sign a form as a guardian. Voids the link and the code that the contact had for this form. Refuses with:
   * - ILLEGAL_TRANSITION if the form is not open, and NOT_FOR_GUARDIANS if it is for the client alone or kept from guardians
   * - NO_CONTACT if the contact is not a guardian who signs this form, and NO_EMAIL if the contact has no address
   * - SAME_ADDRESS if the client's own account has the address
   * - NO_TEXT if the code cannot be sent to this contact by text message
   * - UNCONFIRMED and the warnings that `confirmed` lacks
   */
  sendSignLink: write
    .input(
      z.strictObject({
        ...OfForm.shape,
        contactId: ContactId,
        /** Whether the guardian has agreed to get the code by text message. Otherwise the therapist tells the guardian the code. */
        codeByText: z.boolean(),
        /** The warnings that the therapist has confirmed. */
        confirmed: z.array(z.enum(signLinkWarnings)).max(signLinkWarnings.length),
      }),
    )
    .output(SentSignLink)
    .errors({
      ILLEGAL_TRANSITION: { status: 409, data: z.object({ state: z.string() }) },
      NOT_FOR_GUARDIANS: { status: 409 },
      NO_CONTACT: { status: 409 },
      NO_EMAIL: { status: 409 },
      NO_TEXT: { status: 409 },
      SAME_ADDRESS: { status: 409, data: z.object({ firstName: z.string() }) },
      UNCONFIRMED: { status: 409, data: z.object({ warnings: z.array(z.enum(signLinkWarnings)) }) },
    }),
  /** Withdraws a link. Repeating the call changes nothing. */
  withdrawSignLink: write.input(z.strictObject({ ...OfForm.shape, ticketId: FormTicketId })).output(SignLinks),
}
