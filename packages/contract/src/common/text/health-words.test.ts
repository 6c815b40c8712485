import { expect, test } from 'vitest'
import { findHealthWord, withoutHealthWords } from './health-words.ts'

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
