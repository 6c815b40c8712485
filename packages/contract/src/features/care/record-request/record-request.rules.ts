/**
 * The states of a request. `answered`: the therapist handed over the copy. `refused`: the therapist gave a reason instead. `withdrawn`: the client
 * took the request back. `closed`: the therapist's account was closed before an answer.
 */
export const recordRequestStates = ['open', 'answered', 'refused', 'withdrawn', 'closed'] as const

/** The longest answer, in characters. An answer describes the handover of the copy, or gives the reason for a refusal. */
export const recordAnswerLength = 2_000
