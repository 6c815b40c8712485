// @vitest-environment node
import { expect, test } from 'vitest'
import de from '../../locales/shell/de.json'
import en from '../../locales/shell/en.json'
import es from '../../locales/shell/es.json'
import fr from '../../locales/shell/fr.json'

const roles = {
  therapist: /therap|thérap|terap/i,
  client: /client|klient|personne suivie/i,
  admin: /admin|verwaltung/i,
}

test.each(Object.entries({ de, en, es, fr }))(
  'the sidebar names the therapist, client and admin dashboard by the role in %s [1.01]',
  (_, { dashboardOf }) => {
    for (const role of ['therapist', 'client', 'admin'] as const) expect(dashboardOf[role]).toMatch(roles[role])
  },
)
