/** The channels of text messages that need a consent. */
export const consentChannels = ['sms', 'whatsapp'] as const
export type ConsentChannel = (typeof consentChannels)[number]

/**
 * The purposes to which a client can consent. `reminder`: reminders of sessions. `notice`: a notice that there is a new message in the app.
 * `content`: the content of messages.
 */
export const consentPurposes = ['reminder', 'notice', 'content'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/**
 * The version of the consent texts. Increase it when the wording or the meaning changes. Keep the texts of earlier versions, because the history
 * shows what a client agreed to.
 */
export const consentTextVersion = 1

export const consentActions = ['given', 'withdrawn', 'requested'] as const

/**
 * The cause of a change of consent: the client in the app, the therapist on the client's behalf, a STOP text from the number, or the provider
 * because it blocks the number. `start` is a START text from the number, which only requests a new consent.
 */
export const consentSources = ['client', 'therapist', 'stop', 'provider', 'start'] as const

const stopWords = new Set(
  // English: the words that the provider recognizes. Then German, French and Spanish, without accents.
  `STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT
  STOPP ABMELDEN ABBESTELLEN BEENDEN
  ARRET ARRETER ARRETEZ DESABONNER DESINSCRIRE ANNULER
  BAJA ALTO PARAR CANCELAR DETENER TERMINAR`.split(/\s+/),
)
const startWords = new Set(
  `START UNSTOP OPTIN
  STARTEN ANMELDEN
  COMMENCER REPRENDRE DEMARRER
  ALTA INICIAR REANUDAR EMPEZAR`.split(/\s+/),
)
/**
 * The maximum length in characters of a text that is compared with the stop and start words. A longer text contains more than a single word, and the
 * limit keeps the comparison short.
 */
const longestCommand = 60

/** Reduces a text to letters in capitals and digits, without accents, spaces, punctuation and invisible characters. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

const isOneOf = (words: ReadonlySet<string>, text: string): boolean =>
  text.length <= longestCommand && words.has(lettersOf(text))

/** Whether a text message consists of a stop word in one of the four languages. Ignores case, accents, spaces and punctuation. */
export const isStopWord = (text: string): boolean => isOneOf(stopWords, text)

/** Whether a text message consists of a start word, with which a client requests texts again. */
export const isStartWord = (text: string): boolean => isOneOf(startWords, text)
