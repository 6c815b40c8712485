import type { KnownWords } from './placeholders.ts'

/** Returns a random number generator (mulberry32) with values from 0 to 1. The seed determines all values. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
export const pickFrom = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

type Language = 'en' | 'de' | 'fr' | 'es'
type Names = {
  first: string[]
  last: string[]
  nick: string[]
  relative: string[]
  streets: string[]
  places: string[]
  phone: (digits: string) => string
}
const list = (text: string): string[] => text.split('|').map((word) => word.trim())

const names: Record<Language, Names> = {
  en: {
    first: list(
      'Will|Rose|Mark|Grace|Siân|Zoë|Chloë|Mary-Ann|Jo|Owen|Renée|D’Arcy|Li|Nguyễn|Björn|Ángela|James|Tom|Hope|Aoife|Seán|Caoimhe|Łukasz|Özlem|Al',
    ),
    last: list(
      'Brown|O’Brien|Smith-Jones|McDonald|Young|Núñez|Walker|Brontë|Fitzgerald|De Souza|Van der Berg|Price|Okonkwo|Æbelø|Strømberg|Lee|Ng|Day|Hughes',
    ),
    nick: list('Billy|Rosie|Bee|Zo|Marky|T.J.|Peanut|Mimi|Jojo|Ace'),
    relative: list('Granny Pat|Uncle Bob|Mum|Aunt Siobhán|Coach Dave|Dr. Patel|Stepdad Rhys|Nana Flo'),
    streets: list(
      '14 Main Street|221b Baker Street|7 Church Lane|1200 Sunset Boulevard|3 St. Mary’s Road|58 The Crescent',
    ),
    places: list('London SW1A 1AA|Portland, OR 97201|Bath BA1 2QR|Springfield, IL 62704|Edinburgh EH1 1YZ'),
    phone: (digits) => `+44 ${digits.slice(0, 4)} ${digits.slice(4)}`,
  },
  de: {
    first: list(
      'Anna-Lena|Jürgen|Jens|Käthe|Sören|Björn|Günther|Lukas|Marlies|Zoë|Hans-Jörg|Ute|Max|Felix|Änne|Jörg|Özgür|Rosa|Ernst|Heinz|Iris|Karl Heinz|Mia|Nele|Jan',
    ),
    last: list(
      'Müller|Groß|Weiß|Schäfer|von der Heide|Özdemir|Strauß|Klein|Mueller|Köhler-Böhm|Lange|Jung|Yılmaz|Fuchs|Meyer|Schröder|Krüger|zu Hohenfels|Wolf',
    ),
    nick: list('Anni|Lenchen|Jürgi|Mausi|Hansi|Schnecke|Bär|Käthchen|Lulu|Didi'),
    relative: list(
      'Oma Gerda|Onkel Jürgen|Tante Käthe|Frau Dr. Schäuble|Opa Heinz|Nachbar Öztürk|Papa Rolf|Schwester Bärbel',
    ),
    streets: list(
      'Lindenstraße 5|Am Alten Markt 12a|Goethestr. 101|Müllerweg 3|Straße des 17. Juni 135|Große Bergstraße 77',
    ),
    places: list('10115 Berlin|80331 München|50667 Köln|8001 Zürich|1010 Wien|60311 Frankfurt am Main'),
    phone: (digits) => `+49 ${digits.slice(0, 3)} ${digits.slice(3)}`,
  },
  fr: {
    first: list(
      'Anaïs|Jean-Pierre|Élodie|François|Océane|Hélène|Pierre|Claire|Benoît|Chloé|Zoé|Marie-Ève|Gaël|Loïc|Noël|Aurore|Thérèse|Blanche|Émile|Inès|Maël|Léa',
    ),
    last: list(
      'Lefèvre|de la Fontaine|Petit|Beauséjour|D’Angelo|L’Hôpital|Bérénger|Le Goff|Müller|Dupré-Lançon|Garçon|Blanc|Leblanc|Gonçalves|Étienne|Hugo|Roux|Guérin',
    ),
    nick: list('Nanou|Pierrot|Lolo|Titi|Zaza|Manu|Fanfan|Dédé|Chouchou|Léo'),
    relative: list('Mamie Odette|Tonton René|Mme Béranger|Papi Gégé|Tata Hélène|Dr Lemaître|Maman Zoé|Cousin Loïc'),
    streets: list(
      '12 rue de la Paix|8 avenue Victor-Hugo|3 bis boulevard Saint-Germain|27 chemin des Écoles|5 place de l’Église|140 rue Lecourbe',
    ),
    places: list('75002 Paris|69001 Lyon|13001 Marseille|67000 Strasbourg|06000 Nice|1204 Genève'),
    phone: (digits) => `+33 ${digits.slice(0, 1)} ${digits.slice(1)}`,
  },
  es: {
    first: list(
      'José|María José|Sol|Ángel|Begoña|Íñigo|Concepción|Luz|Andrés|Nuria|Joaquín|Sofía|Óscar|Mar|Dolores|Jesús|Lucía|Raúl|Ana|Xènia|Marcel·la|Iker|Pilar',
    ),
    last: list(
      'García Márquez|Muñoz|de la Cruz|Ibáñez|Núñez Peña|Gómez|López|Güell|Iglesias|Castaño|Rodríguez|del Río|Blanco|Zúñiga|Echeverría|Fernández-Ochoa|Reyes|Leal|Sáenz',
    ),
    nick: list('Pepe|Chelo|Lola|Nacho|Marita|Chus|Kiko|Toño|Lupe|Pili'),
    relative: list('Abuela Carmen|Tío Paco|Doña Inés|Tía Begoña|Dr. Núñez|Abuelo Íñigo|Mamá Rosa|Primo Andrés'),
    streets: list(
      'Calle Mayor 5|Avda. de la Constitución 21|Plaza España 3|C/ Cádiz 14|Paseo de Gracia 99|Ronda de Sant Pere 16',
    ),
    places: list('28013 Madrid|08001 Barcelona|41001 Sevilla|15001 A Coruña|20003 San Sebastián|29005 Málaga'),
    phone: (digits) => `+34 ${digits.slice(0, 3)} ${digits.slice(3)}`,
  },
}

/**
 * Sentences for the words of a record. `{n}` is a name in any form, `{g}` a name with a genitive, `{r}` a relative, `{a}` an address, `{p}` a
 * number, `{m}` an email address.
 */
const frames: Record<Language, string[]> = {
  en: list(
    `Yesterday {n} slept badly and called {r}.|“{n},” {r} said, “come home.”|{g} letter came from {a}.|Call {p} or write to {m}; ask for {n}.
    |She (i.e. {n}) moved to {a} in 2019.|{r} wrote: {n}\n{n} again, at 10:30.|the {n}-{n} row again|Is {n}? Yes: {n}!|Her IBAN is {p}. {m}|{g} mother met {n}'s friend.`,
  ),
  de: list(
    `Gestern hat {n} schlecht geschlafen und {r} angerufen.|„{n}“, sagte {r}, „komm heim.“|{g} Brief kam aus {a}.|Ruf {p} an oder schreib an {m}, frag nach {n}.
    |Sie ({n}) ist 2019 in {a} gewesen.|{r} schrieb: {n}\n{n} noch einmal, um 10:30 Uhr.|wieder ein Streit {n}-{n}|War das {n}? Ja: {n}!|Die IBAN ist {p}. {m}|{g} Mutter traf {n}.`,
  ),
  fr: list(
    `Hier, {n} a mal dormi et a appelé {r}.|« {n} », dit {r}, « rentre. »|La lettre d’{n} venait de {a}.|Appelle le {p} ou écris à {m}, demande {n}.
    |Elle ({n}) habite {a} depuis 2019.|{r} a écrit : {n}\n{n} encore, à 10h30.|encore une dispute {n}-{n}|Était-ce {n} ? Oui : {n} !|Son IBAN est {p}. {m}|L'amie d'{n}, qu'{n} a vue, et {r}.`,
  ),
  es: list(
    `Ayer {n} durmió mal y llamó a {r}.|«{n}», dijo {r}, «ven a casa».|La carta de {n} vino de {a}.|Llama al {p} o escribe a {m}, pregunta por {n}.
    |Ella ({n}) vive en {a} desde 2019.|{r} escribió: {n}\n{n} otra vez, a las 10:30.|otra pelea {n}-{n}|¿Era {n}? Sí: ¡{n}!|Su IBAN es {p}. {m}|La madre de {n} vio a {r}.`,
  ),
}

export type MadeUpRecord = { language: Language; known: KnownWords; texts: string[] }

/** Names that are replaced only if they are capitalized, so no text here has them in lower case. */
const alsoWords =
  /^(?:will|rose|mark|grace|hope|jo|li|al|rosa|ernst|iris|max|pierre|claire|noel|aurore|blanche|sol|angel|luz|mar|dolores|pilar|brown|young|walker|price|day|ng|gross|groß|weiß|strauss|fontaine|pat|zu|carmen|klein|lange|jung|fuchs|wolf|petit|blanc|leblanc|roux|cruz|iglesias|rio|blanco|reyes|leal|bar|mum|granny|uncle|aunt|ace|schnecke|jan|ana|leo|hugo|chouchou|peanut|bee|pat|mia)$/

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')
const withSpelledUmlauts = (text: string) =>
  text.replace(
    /[äöüÄÖÜß]/g,
    (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' })[letter] ?? letter,
  )
const hasWordName = (name: string) =>
  name.split(/[^\p{L}]+/u).some((part) => alsoWords.test(withoutAccents(part).toLowerCase()))

/** Writes a name in one of the ways in which people write names. */
function written(name: string, random: () => number): string {
  return pickFrom(random, [
    (text: string) => text,
    (text: string) => text,
    (text: string) => text.normalize('NFD'),
    withoutAccents,
    withSpelledUmlauts,
    (text: string) => text.toUpperCase(),
    (text: string) => (hasWordName(text) ? text : text.toLowerCase()),
    (text: string) => text.replaceAll('’', "'"),
    (text: string) => text.replace(/ /g, '\n'),
  ])(name)
}

const spacings = [
  (number: string) => number,
  (number: string) => number.replaceAll(' ', ''),
  (number: string) => number.replaceAll(' ', '-'),
  (number: string) => number.replace(/\+(\d\d) /, '0').replace(/(\d\d)(?=\d)/g, '$1 '),
  (number: string) => number.replace('+', '00').replaceAll(' ', ' / '),
  (number: string) => number.replace(/^\+(\d\d) /, '+$1 (0)'),
  (number: string) => number.replace(/(\d)(?=\d)/g, '$1 '),
]

/** Generates a record and ten texts that contain its words. The seed determines both. */
export function madeUpRecord(seed: number): MadeUpRecord {
  const random = randomFrom(seed)
  const language = pickFrom(random, ['en', 'de', 'fr', 'es'] as const)
  const own = names[language]
  const pick = <T>(from: readonly T[]): T => pickFrom(random, from)
  const [first, last, nick] = [pick(own.first), pick(own.last), pick(own.nick)]
  const [otherFirst, otherLast] = [pick(own.first), pick(own.last)]
  const relatives = [pick(own.relative), pick(own.relative)]
  const digits = Array.from({ length: 9 }, () => 1 + Math.floor(random() * 9)).join('')
  const phone = own.phone(digits)
  const iban = `DE${digits.slice(0, 2)} ${digits.slice(0, 4)} ${digits.slice(5)} ${digits.slice(2, 6)} ${digits.slice(1, 5)} ${digits.slice(7)}`
  const insurance = `A${digits.slice(0, 8)}`
  const email = `${withoutAccents(first)
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()}.${digits.slice(0, 3)}@example-mail.${language === 'en' ? 'com' : language}`
  const [street, place] = [pick(own.streets), pick(own.places)]
  const known: KnownWords = {
    client: [first, last, `${first} ${last}`, nick],
    people: [[`${otherFirst} ${otherLast}`], [relatives[0] as string]],
    addresses: [`${street}\n${place}`],
    numbers: [phone, iban, insurance],
    emails: [email],
    own: [relatives[1] as string],
  }
  const forms = [first, last, `${first} ${last}`, `${last}, ${first}`, `${last} ${first}`, nick, otherFirst, otherLast]
  const fill = (frame: string) =>
    frame.replace(/\{(\w)\}/g, (_, kind: string) => {
      if (kind === 'g') return genitive(written(pick(forms), random), language, random)
      if (kind === 'r') return written(pick(relatives), random)
      if (kind === 'a') return pick([`${street}, ${place}`, `${street}\n${place}`, street, place, street.toUpperCase()])
      if (kind === 'p')
        return pick([pick(spacings)(phone), pick(spacings)(phone), iban, iban.replaceAll(' ', ''), insurance])
      if (kind === 'm') return pick([email, email.toUpperCase(), email.replace('@', ' @ ')])
      return written(pick(forms), random)
    })
  return { language, known, texts: frames[language].map(fill) }
}

/** Adds the genitive of a language to a name: an apostrophe after an s sound, otherwise s or ’s in German, and 's or ’s in the other languages. */
function genitive(name: string, language: Language, random: () => number): string {
  if (/[sßxz]$/i.test(name)) return `${name}${pickFrom(random, ["'", '’'])}`
  return name + pickFrom(random, language === 'de' ? ['s', 's', '’s'] : ["'s", '’s'])
}
