import { z } from 'zod'
import { Command, FormFieldId, FormTicketId } from '../../../common/ids.ts'
import { write } from '../../../common/procedure.ts'
import { nameText } from '../../../common/text/text.schemas.ts'
import { INVALID_LINK, LinkToken } from '../../people/login/login.schemas.ts'
import { formLimits, ticketWays } from './form.rules.ts'
import { FormAnswers, FormVersion, OwnFormView, Sha256 } from './form.schemas.ts'

/** A form as a guardian without an account fills it in and signs it. */
export const TicketForm = z.strictObject({
  ...OwnFormView.shape,
  /** The PDF of the signed form can be downloaded by this id, in the browser that signed. */
  ticketId: FormTicketId,
  /** The first name of the client. */
  firstName: z.string(),
  /** The guardian who signs, and the relation to the client, as the therapist entered them. */
  signerName: z.string(),
  signerRelation: z.string(),
  way: z.enum(ticketWays),
})
export type TicketForm = z.infer<typeof TicketForm>

const OpenedTicket = z.discriminatedUnion('needsCode', [
  /** The link is for `signerName`. The client's name is shown only after the code was entered. */
  z.strictObject({ needsCode: z.literal(true), signerName: z.string() }),
  z.strictObject({ needsCode: z.literal(false), form: TicketForm }),
])
export type OpenedTicket = z.infer<typeof OpenedTicket>

/** The six digits that confirm a link. Spaces between them are ignored. */
export const TicketCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/))

const OfTicket = z.strictObject({ token: LinkToken })

/**
 * Procedures with which a guardian without an account fills in and signs one form. The token of the ticket opens this form and nothing else. All
 * refuse with INVALID_LINK if the token is unknown, expired, superseded, withdrawn or used, after five wrong codes, and if the form can no longer be
 * signed.
 */
export const formTickets = {
  /**
   * Opens the form of a ticket. A link requires the six-digit code once in each browser. Refuses with WRONG_CODE and the number of tries that are
   * left. In the browser that signed, the signed form can be opened for an hour.
   */
  openTicket: write
    .input(z.strictObject({ ...OfTicket.shape, code: TicketCode.optional() }))
    .output(OpenedTicket)
    .errors({ ...INVALID_LINK, WRONG_CODE: { status: 409, data: z.object({ left: z.int().min(0) }) } }),
  /**
   * Saves the guardian's answers to a form. `draftVersion` is the version of the draft on which the change is based; 0 creates a draft. Refuses with
   * CHANGED and the saved draft if that has another version.
   */
  saveTicketAnswers: write
    .input(z.strictObject({ ...OfTicket.shape, draftVersion: z.int().min(0).max(2_000_000_000), answers: FormAnswers }))
    .output(z.strictObject({ draftVersion: z.number(), savedAt: z.string() }))
    .errors({
      ...INVALID_LINK,
      CHANGED: { status: 409, data: z.object({ answers: FormAnswers, draftVersion: z.number() }) },
    }),
  /**
   * Signs a version of the form, or submits it if it has no signature field. `sha256` is the hash of the text that was shown. Uses the ticket up.
   * Repeating the command changes nothing. Refuses with OUTDATED and the current form, and with INCOMPLETE and the missing fields.
   */
  signTicket: write
    .input(
      z.strictObject({
        ...OfTicket.shape,
        version: FormVersion,
        sha256: Sha256,
        answers: FormAnswers,
        typedName: nameText(formLimits.signer),
        command: Command,
      }),
    )
    .output(TicketForm)
    .errors({
      ...INVALID_LINK,
      OUTDATED: { status: 409, data: TicketForm },
      INCOMPLETE: { status: 409, data: z.object({ missing: z.array(FormFieldId), needsName: z.boolean() }) },
    }),
}
