import { foldForSearch } from '@attune/contract/common/text/text'
import { entriesOf, isLeftOut, leftOut, type FieldList, type ListedField } from '@attune/contract/common/fields'
import { textLengths } from '@attune/contract/common/text/lengths'
import type { ClientField } from '@attune/contract/features/people/client/client.fields'
import { findBirthDates } from './birth-dates.ts'
import { clientFormFields, type ClientTextField, type FormField } from '../form/fields.ts'

/**
 * Patterns for normalized headings (see `normalizeHeading`) in four languages and for the headings of other products.
 * More specific patterns come first.
 */
const headings = {
  emergencyRelationship: /relationship|beziehung|verhaltnis|^lien|^relation$|relacion|parentesco/,
  emergencyPhone:
    /(emergency|notfall|urgence|emergencia).*(phone|tel|nummer|numero|mobil)|(phone|tel).*(emergency|notfall|urgence|emergencia)|notfallnummer/,
  emergencyName: /emergency|notfall|urgence|emergencia/,
  firstName: /^(first|given|fore)[ _-]?names?$|^vornamen?$|^prenoms?$|^nombres?$|^nombre de pila$/,
  lastName: /^(last|family|sur)[ _-]?names?$|nachname|familienname|^noms?( de famille)?$|^apellidos?$/,
  pronouns: /pronoun|pronom/,
  email: /e-?mail|courriel|correo/,
  phone: /phone|telefon|telephone|telefono|mobil|handy|movil|^tel\b|^cell/,
  dateOfBirth:
    /^(?!.*(name|ort\b|\bnom\b|nombre|place|lieu|lugar|land\b|country|pays|pais|city|stadt|ville|ciudad)).*(birth|\bborn\b|\bd\.?o\.?b\b|geburt|geboren|\bgeb\b|gebdat|naiss|\bddn\b|nacimiento|nacid[oa]|\bnac\b|^nee?\b|^anniversaire$|cumpleanos)/,
  language: /language|sprache|langue|idioma/,
  address: /address|adresse|anschrift|direccion|strasse|street/,
  notes: /note|notiz|bemerkung|remarque|comment|kommentar|observacion|nota/,
  // Matches only the whole heading, because the headings of postal codes also contain 'code'.
  code: /^((client|patient|calendar)[ _-]?)?code$|^code (for calendars|pour les agendas|(d[’']|pour l[’'])agenda)$|kurzel|^codigo( (de|para) calendarios?)?$/,
  contacts: leftOut('a line of a file has room for the emergency contact only'),
} as const satisfies FieldList<ClientField, RegExp>

/** Patterns for the headings of dates other than dates of birth, for example of the first or last session. */
const otherDates =
  /since|seit|depuis|desde|visit|session|sitzung|seance|sesion|termin|appointment|cita|rendez|rdv|first|last|next|erst|letzt|nachst|premier|derni|prochain|prim|ultim|proxim|start|begin|ende?\b|fin\b|inicio|debut|created|updated|added|angelegt|geandert|cree|modif|joined|aufnahme|eintritt|intake|consent|signed|invoice|rechnung|factur|regist|inscri|anmeld|\balta\b|admi[st]|anlage|enrol|referr|uberweis|contract|vertrag|contrat|therap|treat|behandl|traitement|tratamiento|diagnos|discharg|entlass|ouvert|opened|eroffn|apertura|contact|kontakt|wedding|hochzeit|mariage|boda|paid|bezahl/

/** Patterns for the headings of columns about a relative or the insured person, not about the client. */
const otherPerson =
  /\b(kinds|gross|stief)?(mutter|vater)s?\b|\beltern|sorgeberecht|vormund|versichert|ehe(frau|mann|partner)|\b(mother|father|parent|guardian|partner|spouse|husband|wife|carer|insured|subscriber|policy ?holder)|\b(mere|pere|tuteur|tutrice|conjoint|epou(x|se)|representant|assure)|\b(madre|padre|tutora?|pareja|conyuge|espos[oa]|asegurad)/
/** The fields that a heading names only if `otherPerson` does not match it. */
const ownFields: readonly ImportField[] = ['dateOfBirth', 'email', 'phone', 'address']

/** The client fields that a column can fill. */
export type ImportedField = ListedField<typeof headings>
/** The field of a column: a client field, or the full name, which the import splits into first and last name. */
export type ImportField = ImportedField | 'fullName'

const fullName =
  /^(full |client |patient )?name$|vollstandiger name|^nom complet$|nombre completo|^(client|patient|klient|klientin|cliente|paciente)$/
const headingPatterns = [...entriesOf<ClientField, RegExp>(headings), ['fullName', fullName]] as [ImportField, RegExp][]

/** The names and maximum lengths of the imported fields: those of the form in its order, and the notes. */
export const importedFields: [ImportedField, Pick<FormField, 'max'>][] = [
  ...clientFormFields.filter((entry): entry is [ClientTextField, FormField] => !isLeftOut(headings[entry[0]])),
  ['notes', { max: textLengths.clientNotes }],
]
export const importFields: ImportField[] = ['fullName', ...importedFields.map(([name]) => name)]

/** The field that each column fills; null skips the column. */
export type ColumnMapping = (ImportField | null)[]

/** Normalizes a heading: lower case, trimmed, without diacritics, with spaces instead of underscores. */
const normalizeHeading = (heading: string) => foldForSearch(heading.replaceAll('_', ' '))

/** Returns the field that a normalized heading names, or null. */
function fieldOfHeading(heading: string, assigned: ReadonlySet<ImportField>): ImportField | null {
  const isOfOther = otherPerson.test(heading)
  const found = headingPatterns.find(
    ([name, pattern]) => !assigned.has(name) && !(isOfOther && ownFields.includes(name)) && pattern.test(heading),
  )
  return found?.[0] ?? null
}

/** Returns whether the dates of a column with this normalized heading can be dates of birth of the clients. */
const canBeBirth = (heading: string) => !otherDates.test(heading) && !otherPerson.test(heading)

/**
 * Suggests a field for each column from its heading, or null if no field matches. Suggests each field at most once. If no heading names the
 * date of birth, the values of `rows` decide (see `findBirthDates`).
 */
export function suggestMapping(
  headings: readonly string[],
  { rows, today }: { rows: readonly (readonly string[])[]; today: string } = { rows: [], today: '' },
): ColumnMapping {
  const assigned = new Set<ImportField>()
  const mapping = headings.map((heading) => {
    const field = fieldOfHeading(normalizeHeading(heading), assigned)
    if (field) assigned.add(field)
    return field
  })
  // In a file with a column for first names but none for last names, a column called 'name' contains the last names.
  const whole = mapping.indexOf('fullName')
  if (whole >= 0 && assigned.has('firstName') && !assigned.has('lastName')) mapping[whole] = 'lastName'
  if (assigned.has('dateOfBirth')) return mapping
  const birth = findBirthDates(rows, today, (at) => !mapping[at] && canBeBirth(normalizeHeading(headings[at] ?? '')))
  return birth === null
    ? mapping
    : Array.from({ length: Math.max(mapping.length, birth + 1) }, (_, at) =>
        at === birth ? 'dateOfBirth' : (mapping[at] ?? null),
      )
}

/** Sets the field of a column and removes it from any other column. */
export const mapColumn = (mapping: ColumnMapping, column: number, field: ImportField | null): ColumnMapping =>
  mapping.map((current, at) => (at === column ? field : current === field ? null : current))

/** Returns whether the columns contain the names that every client needs: first and last name, or the full name. */
export const hasNames = (mapping: ColumnMapping) =>
  mapping.includes('fullName') || (mapping.includes('firstName') && mapping.includes('lastName'))
