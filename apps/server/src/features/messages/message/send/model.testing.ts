import type { Message } from '@attune/contract/features/messages/message/message'
import fc from 'fast-check'

export type Side = 'therapist' | 'client'
/**
 * One step of a conversation. `nth` is the index, modulo the number of messages, of the message that the step concerns. Without messages, the step
 * has no effect.
 */
export type ConversationStep =
  | { act: 'send'; by: Side; text: string }
  | { act: 'repeat'; by: Side; nth: number; text: string }
  | { act: 'edit'; by: Side; nth: number; text: string }
  | { act: 'delete'; by: Side; nth: number }
  | { act: 'read'; by: Side; upTo: number }
  | { act: 'wait'; minutes: number }
  | { act: 'set'; status: 'active' | 'inactive' }

const by = fc.constantFrom<Side>('therapist', 'client')
const text = fc.constantFrom('One', 'Two', 'Three')
const nth = fc.nat({ max: 20 })
const step: fc.Arbitrary<ConversationStep> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('send' as const), by, text }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('repeat' as const), by, nth, text }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('edit' as const), by, nth, text }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('delete' as const), by, nth }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('read' as const), by, upTo: fc.nat({ max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('wait' as const), minutes: fc.integer({ min: 4, max: 16 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('set' as const), status: fc.constantFrom('active', 'inactive') }),
  },
)
export const conversationSteps = fc.array(step, { minLength: 8, maxLength: 24 })

type ModelMessage = { by: Side; text: string; isEdited: boolean; isDeleted: boolean; isRead: boolean; minute: number }
/** The result of a request: success, or the code and the reason of the refusal. */
export type Answer = 'done' | `${string} ${string}` | 'CONFLICT' | 'FORBIDDEN'

/** A conversation as plain lists. Models what the server must show after each step, independently of the implementation. */
export class ConversationModel {
  messages: ModelMessage[] = []
  read: Record<Side, number> = { therapist: 0, client: 0 }
  isInactive = false
  #minute = 0

  /** Returns the index of the message that a step concerns; -1 if there are no messages. */
  place = (chosen: number): number => (this.messages.length ? chosen % this.messages.length : -1)

  apply(made: ConversationStep): Answer {
    switch (made.act) {
      case 'wait':
        this.#minute += made.minutes
        return 'done'
      case 'set':
        this.isInactive = made.status === 'inactive'
        return 'done'
      case 'read':
        return this.#markRead(made.by, made.upTo)
      case 'send':
        if (this.isInactive) return 'READ_ONLY inactive'
        this.messages.push({
          by: made.by,
          text: made.text,
          isEdited: false,
          isDeleted: false,
          isRead: false,
          minute: this.#minute,
        })
        return 'done'
      default:
        return this.#change(made)
    }
  }

  #markRead(reader: Side, upTo: number): Answer {
    this.read[reader] = Math.max(this.read[reader], Math.min(upTo, this.messages.length))
    this.messages.forEach((message, place) => {
      if (message.by !== reader && place < this.read[reader]) message.isRead = true
    })
    return 'done'
  }

  #change(made: Extract<ConversationStep, { nth: number }>): Answer {
    const message = this.messages[this.place(made.nth)]
    if (!message) return 'done'
    if (made.act === 'repeat') {
      const isSame = message.isDeleted || message.isEdited || message.text === made.text
      return message.by === made.by && isSame ? 'done' : 'CONFLICT'
    }
    if (message.by !== made.by) return 'FORBIDDEN'
    if (made.act === 'delete' && message.isDeleted) return 'done'
    if (made.act === 'edit' && !message.isDeleted && message.text === made.text) return 'done'
    const refusal = this.#refusal(message)
    if (refusal) return `NOT_CHANGEABLE ${refusal}`
    if (made.act === 'edit') Object.assign(message, { text: made.text, isEdited: true })
    else Object.assign(message, { text: '', isDeleted: true, isEdited: false })
    return 'done'
  }

  #refusal({ isDeleted, isRead, minute }: ModelMessage): string | null {
    if (isDeleted) return 'deleted'
    if (this.isInactive) return 'read-only'
    if (isRead) return 'read'
    // The clock of the test continues to run between steps, so an action after 15 minutes is too late.
    return this.#minute - minute >= 15 ? 'too-late' : null
  }

  /** Returns the messages as a participant must see them. */
  seenBy(side: Side): Partial<Message>[] {
    return this.messages.map((message, place) => {
      const mayChange = message.by === side && this.#refusal(message) === null
      return {
        seq: place + 1,
        by: message.by,
        text: message.text,
        status: message.isRead ? 'read' : 'sent',
        isEdited: message.isEdited,
        isDeleted: message.isDeleted,
        may: { edit: mayChange, delete: mayChange, retry: false },
      }
    })
  }

  /** The number of messages from the other side that a side has not read. */
  unreadOf = (side: Side): number =>
    this.messages.filter((message, place) => message.by !== side && !message.isDeleted && place >= this.read[side])
      .length
}
