import { expect, test } from 'vitest'
import { addressWithoutHealthWords, findHealthWord, withoutHealthWords } from './health-words.ts'

test.each([
  ['Psychotherapeutische Praxis Lindqvist', 'Praxis Lindqvist'],
  ['Whitfield Psychotherapy', 'Whitfield'],
  ['Praxis für Psychotherapie', 'Praxis'],
  ['Cabinet de psychothérapie Martin', 'Cabinet Martin'],
  ['Centro de Salud Mental Ruiz', 'Centro Ruiz'],
  ['Lindqvist – Gruppentherapie & Coaching', 'Lindqvist Coaching'],
  ['Therapiezentrum am Park', 'Am Park'],
  ['Dr. Ruiz, Psicóloga', 'Dr. Ruiz'],
  ['Psychotherapie', ''],
  ['Praxis für Kinder- und Jugendlichenpsychotherapie Nord', 'Praxis Nord'],
  ['Facharztpraxis Meyer', 'Meyer'],
  ['Naturheilpraxis Weber', 'Weber'],
  ['Ärztinnen am Markt', 'Am Markt'],
  ['Dr. med. Anna Weber', 'Dr. Anna Weber'],
  ['Cabinet médical du Parc', 'Cabinet Parc'],
  ['Maison des psys Martin', 'Maison Martin'],
  ['Centre hospitalier Sainte-Anne', 'Centre Sainte-Anne'],
  ['Medical Counseling Group', 'Counseling Group'],
])('the name %s is proposed for emails as "%s"', (name, discreet) => {
  expect(withoutHealthWords(name)).toBe(discreet)
  expect(findHealthWord(discreet)).toBeNull()
})

test.each([
  'Lindqvist',
  'Praxis an der Spree',
  'Cabinet Martin et Leroy',
  'Schwarz & Partner',
  'Atelier Santerre',
  'Schwarztal Beratung',
  'Medici Hospitality',
])('the name %s is left as it is', (name) => {
  expect([findHealthWord(name), withoutHealthWords(name)]).toEqual([null, name])
})

test.each([
  ['Praxis für Psychotherapie\nAm Ufer 3\n10115 Berlin', 'Praxis\nAm Ufer 3\n10115 Berlin'],
  ['Psychotherapeutische Praxis, Am Ufer 3, Raum 2', 'Praxis, Am Ufer 3, Raum 2'],
  ['Psychologue\n5 rue de l’Hôpital', '5 rue de l’Hôpital'],
  ['Calle Hospital, 12, Madrid', 'Calle Hospital, 12, Madrid'],
  ['Elm Street 4', 'Elm Street 4'],
  ['', ''],
])('the address %j is shown in emails as %j', (address, discreet) => {
  expect(addressWithoutHealthWords(address)).toBe(discreet)
})
