/** The fields of a client that a column of a file may fill. */
export const importFields = [
  'firstName',
  'lastName',
  'fullName',
  'email',
  'phone',
  'dateOfBirth',
  'address',
  'emergencyName',
  'emergencyPhone',
  'emergencyRelationship',
  'notes',
  'language',
] as const
export type ImportField = (typeof importFields)[number]

/** Which field each column of the file fills; null where a column is left out. */
export type Mapping = (ImportField | null)[]

/** What headings are called in other products and in four languages, in lower case without marks; the more particular first. */
const called: readonly (readonly [ImportField, RegExp])[] = [
  ['emergencyRelationship', /relationship|beziehung|verhaltnis|^lien|relacion|parentesco/],
  [
    'emergencyPhone',
    /(emergency|notfall|urgence|emergencia).*(phone|tel|nummer|numero|mobil)|(phone|tel).*(emergency|notfall|urgence|emergencia)|notfallnummer/,
  ],
  ['emergencyName', /emergency|notfall|urgence|emergencia/],
  ['firstName', /^(first|given|fore)[ _-]?names?$|^vornamen?$|^prenoms?$|^nombres?$|^nombre de pila$/],
  ['lastName', /^(last|family|sur)[ _-]?names?$|nachname|familienname|^noms?( de famille)?$|^apellidos?$/],
  [
    'fullName',
    /^(full |client |patient )?name$|vollstandiger name|^nom complet$|nombre completo|^(client|patient|klient|klientin|cliente|paciente)$/,
  ],
  ['email', /e-?mail|courriel|correo/],
  ['phone', /phone|telefon|telephone|telefono|mobil|handy|movil|^tel\b|^cell/],
  ['dateOfBirth', /birth|^dob$|geburt|geboren|naissance|nacimiento|^ne\(e\)/],
  ['language', /language|sprache|langue|idioma/],
  ['address', /address|adresse|anschrift|direccion|strasse|street/],
  ['notes', /note|notiz|bemerkung|remarque|comment|kommentar|observacion|nota/],
]

/** In lower case, without marks and spaces at the ends: `Prénom` and `prenom` are one. */
const plain = (heading: string) =>
  heading.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').trim().toLowerCase()

/** Guesses what each column holds from its heading; each field is given away once. */
export function suggestMapping(headings: readonly string[]): Mapping {
  const given = new Set<ImportField>()
  const mapping = headings.map((heading) => {
    const words = plain(heading)
    const field = called.find(([name, pattern]) => !given.has(name) && pattern.test(words))?.[0] ?? null
    if (field) given.add(field)
    return field
  })
  // A column called "name" beside one with first names holds the last names.
  const whole = mapping.indexOf('fullName')
  if (whole >= 0 && given.has('firstName') && !given.has('lastName')) mapping[whole] = 'lastName'
  return mapping
}

/** Sets what a column holds; a field stands in one column alone. */
export const mapColumn = (mapping: Mapping, column: number, field: ImportField | null): Mapping =>
  mapping.map((held, at) => (at === column ? field : held === field ? null : held))

/** Whether names can be told from a mapping: without them no line is a client. */
export const hasNames = (mapping: Mapping) =>
  mapping.includes('fullName') || (mapping.includes('firstName') && mapping.includes('lastName'))
