/** The city names of time zones that differ from the English name, by language. The search for a time zone uses them. */
const cities: Record<string, Record<string, string>> = {
  de: {
    'Africa/Algiers': 'Algier',
    'Africa/Cairo': 'Kairo',
    'America/Havana': 'Havanna',
    'America/Mexico_City': 'Mexiko-Stadt',
    'Asia/Baghdad': 'Bagdad',
    'Asia/Singapore': 'Singapur',
    'Asia/Tehran': 'Teheran',
    'Asia/Tokyo': 'Tokio',
    'Europe/Athens': 'Athen',
    'Europe/Belgrade': 'Belgrad',
    'Europe/Brussels': 'Brüssel',
    'Europe/Bucharest': 'Bukarest',
    'Europe/Copenhagen': 'Kopenhagen',
    'Europe/Kiev': 'Kiew',
    'Europe/Lisbon': 'Lissabon',
    'Europe/Luxembourg': 'Luxemburg',
    'Europe/Moscow': 'Moskau',
    'Europe/Prague': 'Prag',
    'Europe/Rome': 'Rom',
    'Europe/Vatican': 'Vatikan',
    'Europe/Vienna': 'Wien',
    'Europe/Warsaw': 'Warschau',
  },
  fr: {
    'Africa/Algiers': 'Alger',
    'Africa/Cairo': 'Le Caire',
    'America/Havana': 'La Havane',
    'America/Mexico_City': 'Mexico',
    'Asia/Baghdad': 'Bagdad',
    'Asia/Beirut': 'Beyrouth',
    'Asia/Jerusalem': 'Jérusalem',
    'Asia/Singapore': 'Singapour',
    'Asia/Tehran': 'Téhéran',
    'Europe/Athens': 'Athènes',
    'Europe/Brussels': 'Bruxelles',
    'Europe/Bucharest': 'Bucarest',
    'Europe/Copenhagen': 'Copenhague',
    'Europe/Kiev': 'Kiev',
    'Europe/Lisbon': 'Lisbonne',
    'Europe/London': 'Londres',
    'Europe/Moscow': 'Moscou',
    'Europe/Vienna': 'Vienne',
    'Europe/Warsaw': 'Varsovie',
  },
  es: {
    'Africa/Algiers': 'Argel',
    'Africa/Cairo': 'El Cairo',
    'America/Havana': 'La Habana',
    'America/Mexico_City': 'Ciudad de México',
    'America/New_York': 'Nueva York',
    'Asia/Baghdad': 'Bagdad',
    'Asia/Jerusalem': 'Jerusalén',
    'Asia/Singapore': 'Singapur',
    'Asia/Tehran': 'Teherán',
    'Asia/Tokyo': 'Tokio',
    'Europe/Athens': 'Atenas',
    'Europe/Belgrade': 'Belgrado',
    'Europe/Berlin': 'Berlín',
    'Europe/Brussels': 'Bruselas',
    'Europe/Copenhagen': 'Copenhague',
    'Europe/Kiev': 'Kiev',
    'Europe/Lisbon': 'Lisboa',
    'Europe/London': 'Londres',
    'Europe/Luxembourg': 'Luxemburgo',
    'Europe/Moscow': 'Moscú',
    'Europe/Paris': 'París',
    'Europe/Prague': 'Praga',
    'Europe/Rome': 'Roma',
    'Europe/Stockholm': 'Estocolmo',
    'Europe/Vienna': 'Viena',
    'Europe/Warsaw': 'Varsovia',
    'Europe/Zurich': 'Zúrich',
  },
}

/**
 * The translations of the first part of an IANA time zone name, by language. Some browsers lack these names in `Intl.DisplayNames`, which then
 * returns the code.
 */
const regions: Record<string, Record<string, string>> = {
  de: {
    Africa: 'Afrika',
    America: 'Amerika',
    Antarctica: 'Antarktis',
    Asia: 'Asien',
    Australia: 'Australien',
    Europe: 'Europa',
  },
  fr: {
    Africa: 'Afrique',
    America: 'Amérique',
    Antarctica: 'Antarctique',
    Asia: 'Asie',
    Australia: 'Australie',
    Europe: 'Europe',
  },
  es: {
    Africa: 'África',
    America: 'América',
    Antarctica: 'Antártida',
    Asia: 'Asia',
    Australia: 'Australia',
    Europe: 'Europa',
  },
}

/** Returns the name of the city of a time zone in a language; empty if it is the English name. */
export const translatedCity = (zone: string, language: string) => cities[language]?.[zone] ?? ''

/** Returns the name of the region of a time zone in a language: 'Europa' for Europe/Berlin; empty if it is the English name or an ocean. */
export const translatedRegion = (zone: string, language: string) => regions[language]?.[zone.split('/')[0] ?? ''] ?? ''
