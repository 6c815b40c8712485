import type { Contract } from '@attune/contract'
import type { AnySchema, InferSchemaInput } from '@orpc/contract'
import { ORPCError } from '@orpc/server'

/** The error map of each procedure of the contract, as a union. */
type ErrorMaps = {
  [Feature in keyof Contract]: {
    [Name in keyof Contract[Feature]]: Contract[Feature][Name] extends { '~orpc': { errorMap: infer Errors } }
      ? Errors
      : never
  }[keyof Contract[Feature]]
}[keyof Contract]
type CodeIn<Errors> = Errors extends unknown ? keyof Errors & string : never
type DeclarationIn<Errors, Code extends string> = Errors extends { [Key in Code]: infer Declaration }
  ? Declaration
  : never
/** The codes of the refusals that the procedures of the contract declare. */
type RefusalCode = CodeIn<ErrorMaps>
type Declarations = { [Code in RefusalCode]: DeclarationIn<ErrorMaps, Code> }
type StatusOf<Declaration> = Declaration extends { status: infer Status extends number } ? Status : number
type DataOf<Declaration> = Declaration extends { data: infer Data extends AnySchema }
  ? [data: InferSchemaInput<Data>]
  : []

/**
 * Creates a refusal with the status and data that the contract declares. Thrown inside `asActor`, it rolls back the transaction. Refusals are not
 * logged as errors. A code, status or data that no procedure declares does not compile. The compiler does not check that the called procedure
 * declares the code, because procedures share operations and the type of a function does not include its errors.
 */
export const createRefusal = <Code extends OtherCode>(
  code: Code,
  status: StatusOf<Declarations[Code]>,
  ...[data]: DataOf<Declarations[Code]>
) => new ORPCError<Code, unknown>(code, { status, data })

/** The codes without TOO_MANY and LIMIT_REACHED. `tooManyCalls` and `limitReached` create these refusals with the data that the browser needs. */
type OtherCode = Exclude<RefusalCode, 'TOO_MANY' | 'LIMIT_REACHED'>

export const notFound = () => createRefusal('NOT_FOUND', 404)
export const noLogin = () => createRefusal('NO_LOGIN', 401)
/** Creates the refusal TOO_MANY for a call above a rate limit. The same call succeeds after `retryAfterSeconds`. */
export const tooManyCalls = (retryAfterSeconds: number) =>
  new ORPCError('TOO_MANY', { status: 429, data: { retryAfterSeconds } })
/** Creates the refusal INVITATION_LIMIT for a therapist who has invited too many new addresses within the hour or the day. */
export const invitationLimitReached = (retryAfterSeconds: number) =>
  createRefusal('INVITATION_LIMIT', 429, { retryAfterSeconds })
/** Creates the refusal LIMIT_REACHED for a call that would exceed a maximum number of rows. `limit` is the maximum. */
export const limitReached = (limit: number) => new ORPCError('LIMIT_REACHED', { status: 409, data: { limit } })
/**
 * Creates the refusal CONNECTED for the erasure of a record whose client and therapist are connected. No procedure declares it: only jobs erase
 * records.
 */
export const recordConnected = () => new ORPCError('CONNECTED', { status: 409 })
export const conflict = () => createRefusal('CONFLICT', 409)
export const forbidden = () => createRefusal('FORBIDDEN', 403)
/**
 * Creates the refusal ILLEGAL_TRANSITION for an action that the state machine does not allow. `state` is the current state, which the browser
 * receives.
 */
export const illegalTransition = (state: unknown) => new ORPCError('ILLEGAL_TRANSITION', { status: 409, data: state })
