import { z } from 'zod'

/** A UUID in lower case. The browser generates the id of a new row, so the primary key makes a repeated request harmless. */
export const Id = z.uuid().transform((id) => id.toLowerCase())

declare const kind: unique symbol
/**
 * The id of one kind of row. The compiler rejects an id of another kind, but accepts a plain string, for example from a test or an API caller. An id
 * that several features use is in this file; an id that one feature uses is in the contract of the feature.
 */
export type IdOf<Kind extends string> = string & { readonly [kind]?: Kind }
export const idOf = <Kind extends string>(): z.ZodType<IdOf<Kind>, IdOf<Kind>> => Id

/** The id of a therapist's record of a client. The client's account has a different id, an `AccountId`. */
export const ClientId = idOf<'client'>()
export type ClientId = IdOf<'client'>

/** The id of an account. A therapist's account has a `TherapistId`, which is also an `AccountId`. */
export const AccountId = idOf<'account' | 'therapist'>()
export type AccountId = IdOf<'account' | 'therapist'>

export const TherapistId = idOf<'therapist'>()
export type TherapistId = IdOf<'therapist'>

/** The id of a session (an hour of therapy, not a login). */
export const SessionId = idOf<'session'>()
export type SessionId = IdOf<'session'>

/**
 * The id of a person in lists: the id of the account, or of the client record if the person has no account. The color of the person's avatar is
 * derived from this id.
 */
export const PersonId = idOf<'account' | 'therapist' | 'client' | 'guardian'>()
export type PersonId = IdOf<'account' | 'therapist' | 'client' | 'guardian'>

/** The id of a contact of a client record. */
export const ContactId = idOf<'contact'>()
export type ContactId = IdOf<'contact'>
export const ClientTagId = idOf<'client-tag'>()
export type ClientTagId = IdOf<'client-tag'>
export const InvitationId = idOf<'invitation'>()
export type InvitationId = IdOf<'invitation'>
/** The id of a login, with which a browser or an app is signed in. */
export const LoginId = idOf<'login'>()
export type LoginId = IdOf<'login'>
export const PasskeyId = idOf<'passkey'>()
export type PasskeyId = IdOf<'passkey'>
/** The id of an installation of the native app. */
export const DeviceId = idOf<'device'>()
export type DeviceId = IdOf<'device'>

/** The id of a video call in Attune. */
export const CallId = idOf<'call'>()
export type CallId = IdOf<'call'>
/** The id of a series of sessions or of busy times. */
export const SeriesId = idOf<'series'>()
export type SeriesId = IdOf<'series'>
export const SessionTypeId = idOf<'session-type'>()
export type SessionTypeId = IdOf<'session-type'>
/** The id of a named couple, family or group of clients. */
export const GroupId = idOf<'group'>()
export type GroupId = IdOf<'group'>
/** The id of one membership of a client in a group. A client who returns gets another one. */
export const GroupMemberId = idOf<'group-member'>()
export type GroupMemberId = IdOf<'group-member'>
/** The id of a guardian of one client, from the invitation on. */
export const GuardianId = idOf<'guardian'>()
export type GuardianId = IdOf<'guardian'>
/** The id of the conversation of a guardian and a therapist about a client. */
export const GuardianConversationId = idOf<'guardian-conversation'>()
export type GuardianConversationId = IdOf<'guardian-conversation'>
export const GuardianMessageId = idOf<'guardian-message'>()
export type GuardianMessageId = IdOf<'guardian-message'>
/** The id of a request to move or cancel a session. A request that answers an external question has the id of the question. */
export const ChangeRequestId = idOf<'change-request' | 'external-question'>()
export type ChangeRequestId = IdOf<'change-request' | 'external-question'>
/** The id of a busy time. */
export const EventId = idOf<'event'>()
export type EventId = IdOf<'event'>
/** The id of an imported calendar. The events of an external calendar block times in an imported calendar with the same id. */
export const ImportedCalendarId = idOf<'imported-calendar' | 'external-calendar'>()
export type ImportedCalendarId = IdOf<'imported-calendar' | 'external-calendar'>
/** The id of an account at a calendar server or at Google. */
export const ExternalAccountId = idOf<'external-account'>()
export type ExternalAccountId = IdOf<'external-account'>
export const ExternalCalendarId = idOf<'external-calendar'>()
export type ExternalCalendarId = IdOf<'external-calendar'>
export const ExternalQuestionId = idOf<'external-question'>()
export type ExternalQuestionId = IdOf<'external-question'>
export const WaitingEntryId = idOf<'waiting-entry'>()
export type WaitingEntryId = IdOf<'waiting-entry'>
export const WaitingOfferId = idOf<'waiting-offer'>()
export type WaitingOfferId = IdOf<'waiting-offer'>
export const FreedTimeId = idOf<'freed-time'>()
export type FreedTimeId = IdOf<'freed-time'>

/** The id of an invoice, a draft or a credit note. */
export const InvoiceId = idOf<'invoice'>()
export type InvoiceId = IdOf<'invoice'>
export const InvoiceLinkId = idOf<'invoice-link'>()
export type InvoiceLinkId = IdOf<'invoice-link'>
/** The id of a payment or of its counter-entry. */
export const PaymentId = idOf<'payment'>()
export type PaymentId = IdOf<'payment'>
/** The id of a page at the payment provider on which an invoice can be paid. */
export type PaymentPageId = IdOf<'payment-page'>
export const PayerId = idOf<'payer'>()
export type PayerId = IdOf<'payer'>
export const ServiceId = idOf<'service'>()
export type ServiceId = IdOf<'service'>
export const EstimateId = idOf<'estimate'>()
export type EstimateId = IdOf<'estimate'>
export const SuperbillId = idOf<'superbill'>()
export type SuperbillId = IdOf<'superbill'>

/** The id of a file. A file that came with a text message has the id of the received media. */
export const FileId = idOf<'file' | 'text-media'>()
export type FileId = IdOf<'file' | 'text-media'>
export const DocumentId = idOf<'document'>()
export type DocumentId = IdOf<'document'>
export const DocumentRequestId = idOf<'document-request'>()
export type DocumentRequestId = IdOf<'document-request'>
export const RecordHoldId = idOf<'record-hold'>()
export type RecordHoldId = IdOf<'record-hold'>
export const RecordRequestId = idOf<'record-request'>()
export type RecordRequestId = IdOf<'record-request'>
/** The id of a form of the therapist. A form that was sent to a client has a `SentFormId`. */
export const FormId = idOf<'form'>()
export type FormId = IdOf<'form'>
export const SentFormId = idOf<'sent-form'>()
export type SentFormId = IdOf<'sent-form'>
export const FormFieldId = idOf<'form-field'>()
export type FormFieldId = IdOf<'form-field'>
/** The id of a ticket with which a guardian without an account signs one form. */
export const FormTicketId = idOf<'form-ticket'>()
export type FormTicketId = IdOf<'form-ticket'>
export const PaperSignatureId = idOf<'paper-signature'>()
export type PaperSignatureId = IdOf<'paper-signature'>
export const JournalEntryId = idOf<'journal-entry'>()
export type JournalEntryId = IdOf<'journal-entry'>
export const JournalCommentId = idOf<'journal-comment'>()
export type JournalCommentId = IdOf<'journal-comment'>
export const JournalReplyId = idOf<'journal-reply'>()
export type JournalReplyId = IdOf<'journal-reply'>
export const AddendumId = idOf<'addendum'>()
export type AddendumId = IdOf<'addendum'>
export const NoteTemplateId = idOf<'note-template'>()
export type NoteTemplateId = IdOf<'note-template'>
export const MeasureId = idOf<'measure'>()
export type MeasureId = IdOf<'measure'>
export const TaskId = idOf<'task'>()
export type TaskId = IdOf<'task'>
export const TaskTemplateId = idOf<'task-template'>()
export type TaskTemplateId = IdOf<'task-template'>
export const TaskCommentId = idOf<'task-comment'>()
export type TaskCommentId = IdOf<'task-comment'>
export const ChecklistItemId = idOf<'checklist-item'>()
export type ChecklistItemId = IdOf<'checklist-item'>
export const DiagnosisId = idOf<'diagnosis'>()
export type DiagnosisId = IdOf<'diagnosis'>
export const GoalId = idOf<'goal'>()
export type GoalId = IdOf<'goal'>
export const ObjectiveId = idOf<'objective'>()
export type ObjectiveId = IdOf<'objective'>
export const PlanVersionId = idOf<'plan-version'>()
export type PlanVersionId = IdOf<'plan-version'>
export const ProgressId = idOf<'progress'>()
export type ProgressId = IdOf<'progress'>

export const MessageId = idOf<'message'>()
export type MessageId = IdOf<'message'>
/** The id of a text message on its way to the provider. */
export type DeliveryId = IdOf<'delivery'>
export const NotificationId = idOf<'notification'>()
export type NotificationId = IdOf<'notification'>
export const NotificationAddressId = idOf<'notification-address'>()
export type NotificationAddressId = IdOf<'notification-address'>
export const TextSenderId = idOf<'text-sender'>()
export type TextSenderId = IdOf<'text-sender'>
export const TextTemplateId = idOf<'text-template'>()
export type TextTemplateId = IdOf<'text-template'>
export const TextMediaId = idOf<'text-media'>()
export type TextMediaId = IdOf<'text-media'>
export const UnassignedTextId = idOf<'unassigned-text'>()
export type UnassignedTextId = IdOf<'unassigned-text'>
export const MessageAbsenceId = idOf<'message-absence'>()
export type MessageAbsenceId = IdOf<'message-absence'>
export const QuickReplyId = idOf<'quick-reply'>()
export type QuickReplyId = IdOf<'quick-reply'>
export const PushSubscriptionId = idOf<'push-subscription'>()
export type PushSubscriptionId = IdOf<'push-subscription'>

export const RoleRequestId = idOf<'role-request'>()
export type RoleRequestId = IdOf<'role-request'>
export const MailId = idOf<'mail'>()
export type MailId = IdOf<'mail'>
export const FeedbackId = idOf<'feedback'>()
export type FeedbackId = IdOf<'feedback'>
export const LegalVersionId = idOf<'legal-version'>()
export type LegalVersionId = IdOf<'legal-version'>
export const HeldItemId = idOf<'held-item'>()
export type HeldItemId = IdOf<'held-item'>
export const JobId = idOf<'job'>()
export type JobId = IdOf<'job'>

export const AssistantConversationId = idOf<'assistant-conversation'>()
export type AssistantConversationId = IdOf<'assistant-conversation'>
export const AssistantDraftId = idOf<'assistant-draft'>()
export type AssistantDraftId = IdOf<'assistant-draft'>
export const AssistantTurnId = idOf<'assistant-turn'>()
export type AssistantTurnId = IdOf<'assistant-turn'>

/** A UUID that the browser generates for one command. A command that is sent twice takes effect once. */
export const Command = z.uuid().transform((id) => id.toLowerCase())

type IdSchema<Kind extends string> = z.ZodType<IdOf<Kind>, IdOf<Kind>>
/** The input of a procedure that takes only the id of a row. */
export const byId = <Kind extends string>(id: IdSchema<Kind>) => z.strictObject({ id })
/** The id of a resource and a command, so that repeating the request is harmless. */
export const byIdWithCommand = <Kind extends string>(id: IdSchema<Kind>) => z.strictObject({ id, command: Command })
export const EmptyInput = z.strictObject({})
export const Done = z.strictObject({ done: z.literal(true) })
