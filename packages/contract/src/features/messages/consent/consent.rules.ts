/** The channels of text messages that need a consent. */
export const consentChannels = ['sms', 'whatsapp'] as const
export type ConsentChannel = (typeof consentChannels)[number]

/**
 * The purposes that a client can consent to. `reminder`: texts about coming sessions. `notice`: a text that a new message is in the app.
 * `content`: the text of the messages themselves.
 */
export const consentPurposes = ['reminder', 'notice', 'content'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/**
 * The version of the consent texts. A change of their wording or of what they promise needs a new version; the texts of earlier versions
 * stay, because the history shows what a client agreed to.
 */
export const consentTextVersion = 1

export const consentActions = ['given', 'withdrawn', 'requested'] as const

/**
 * The actor who changed a consent: the client in the app, the therapist on the client's word, a STOP from the number, the provider because it blocks
 * the number; `start` is a START from the number, which only asks.
 */
export const consentSources = ['client', 'therapist', 'stop', 'provider', 'start'] as const

const stopWords = new Set(
  // English: the words to which providers react. Then German, French and Spanish, without accents.
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
/** Longer texts contain more than one of the words. The limit keeps the comparison short. */
const longestCommand = 60

/** Returns a text in capitals, without accents, spaces, punctuation and invisible characters. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

const isOneOf = (words: ReadonlySet<string>, text: string): boolean =>
  text.length <= longestCommand && words.has(lettersOf(text))

/** Whether a text message consists of a word that ends all texts, in one of the four languages, in any case and spacing. */
export const isStopWord = (text: string): boolean => isOneOf(stopWords, text)

/** Whether a text message consists of a word that asks to receive texts again. */
export const isStartWord = (text: string): boolean => isOneOf(startWords, text)
