/** The domain of the email addresses of all invented people. The domain cannot receive email. */
export const demoDomain = 'demo.example'
export const demoPassword = 'Demo-practice-1'

export const demoAdmin = {
  firstName: 'Robert',
  lastName: 'Keane',
  email: `robert.keane@${demoDomain}`,
  language: 'en',
} as const

export const demoTherapists = [
  {
    firstName: 'Nora',
    lastName: 'Lindqvist',
    specialization: 'Cognitive behavioural therapy, sleep',
    credentials: 'Approbation, Hamburg chamber, no. 14-0917',
    aboutMe: 'I work with people who cannot sleep, and with what keeps them awake. We begin with what helps this week.',
  },
  {
    firstName: 'Jonas',
    lastName: 'Falk',
    specialization: 'Systemic therapy, couples and families',
    credentials: 'Approbation, Hamburg chamber, no. 18-2207',
    aboutMe: 'I listen to what comes between people, and I ask about what has worked before.',
  },
  {
    firstName: 'Chiara',
    lastName: 'Bianchi',
    specialization: 'Trauma therapy, EMDR',
    credentials: 'Approbation, Hamburg chamber, no. 20-0331',
    aboutMe: 'Your pace decides. I explain each step before we take it.',
  },
] as const
export type DemoTherapist = { [Field in keyof (typeof demoTherapists)[number]]: string }

/** A person with a pending request to become a therapist. */
export const demoApplicant: DemoTherapist = {
  firstName: 'Mira',
  lastName: 'Hoffmann',
  specialization: 'Psychodynamic therapy, adolescents',
  credentials: 'Approbation, Hamburg chamber, no. 22-1140',
  aboutMe: 'I work with young people and, if they agree, with their parents.',
}

const firstNames = (
  'Ana Daniel Priya Leo Samuel Julia Ingrid Marek Chloé Tomás Yara Emil Hanna Oskar Lucía Mehmet Freya Pablo Nadia Felix ' +
  'Sofía Jakob Amélie Idris Greta Mateo Zofia Anton Leila Hugo Marta Elias Noor Bruno Signe Rafael Ida Omar Clara Viktor'
).split(' ')
const lastNames = (
  'Moreau Weber Sharma Brandt Osei Hartmann Dahl Novák Bernard Ruiz Haddad Vogt Keller Lang García Yılmaz Nilsson Ortega Petrova Baum ' +
  'Serrano Winter Dubois Bello Richter Molina Kowalska Fuchs Rahimi Laurent Costa Seidel Visser Conti Holm Duarte Lund Aziz Meyer Orlov'
).split(' ')
const languages = ['de', 'en', 'fr', 'es'] as const

export type DemoClient = {
  firstName: string
  lastName: string
  email: string
  language: (typeof languages)[number]
  phone: string
  dateOfBirth: string
  /** Whether the client has accepted the invitation; false for the last four clients. */
  accepted: boolean
}

/** Forty clients, assigned to the therapists in turn. */
export const demoClients: DemoClient[] = firstNames.map((firstName, place) => {
  const lastName = lastNames[place] ?? 'Meyer'
  return {
    firstName,
    lastName,
    email: `${plain(firstName)}.${plain(lastName)}@${demoDomain}`,
    language: languages[place % 7 < 4 ? 0 : place % 4] ?? 'de',
    phone: `+49 40 555 0${100 + place}`,
    dateOfBirth: `${1958 + ((place * 7) % 46)}-${two(1 + (place % 12))}-${two(1 + ((place * 5) % 28))}`,
    accepted: place < 36,
  }
})

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i').toLowerCase()
}
