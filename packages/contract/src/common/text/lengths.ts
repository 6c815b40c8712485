/**
 * The maximum number of characters of each text that people enter. Schemas refuse longer texts, and form fields accept no more characters.
 */
export const textLengths = {
  /** The maximum length of a first or last name. */
  name: 100,
  contactName: 200,
  /** The maximum length of an email address by RFC 5321. */
  email: 254,
  phone: 40,
  title: 200,
  location: 200,
  search: 100,
  reason: 500,
  videoUrl: 500,
  groupName: 80,
  /** The maximum length of the template for a therapist's call links. */
  videoLink: 400,
  practiceName: 120,
  businessName: 120,
  taxId: 40,
  street: 200,
  postalCode: 20,
  city: 100,
  bankName: 100,
  /** The maximum length of a typed IBAN, routing number or account number, with spaces. */
  bankNumber: 40,
  license: 60,
  invoiceFooter: 500,
  /** The maximum length of the reason why an invoice charges no tax. */
  taxReason: 300,
  earlyPayment: 200,
  emailName: 120,
  practiceAddress: 300,
  publicUrl: 200,
  supportText: 2000,
  passkeyName: 100,
  verificationCode: 20,
  /** The maximum length of a therapist's specialization and credentials. */
  profileLine: 200,
  /** The maximum length of a therapist's biography and 'about me' text. */
  profileText: 4000,
  clientAddress: 500,
  clientPronouns: 40,
  clientCode: 20,
  clientNotes: 20_000,
  /** The maximum length of a typed invite code, with spaces or dashes. */
  inviteCode: 32,
  relationship: 100,
  checklistItem: 300,
  question: 300,
  scaleEnd: 60,
  taskAnswer: 5000,
  taskComment: 2000,
  message: 4000,
  /** The maximum length of the automatic reply to messages during an absence, without the emergency numbers that follow it. */
  absenceReply: 2000,
  quickReply: 1000,
  journalFeedback: 5000,
  tag: 30,
  planLine: 500,
  calendarName: 100,
  calendarAddress: 2000,
  calendarUserName: 200,
  feedback: 4000,
  /** The maximum length of the part of a feedback message that a person types. The browser can append its last errors to the message. */
  typedFeedback: 3000,
  pagePath: 200,
} as const
