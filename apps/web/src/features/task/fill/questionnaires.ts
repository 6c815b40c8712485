import type { Language } from '@attune/contract/common/text'
import type { QuestionnaireName } from '@attune/contract/features/task.forms'
import { safetyItem } from '@attune/contract/features/task.scores'

type Texts = { intro: string; items: readonly string[]; options: readonly [string, string, string, string] }

/**
 * The items as they were published; nothing here is our own translation. Developed by Robert L. Spitzer, Janet B.W.
 * Williams, Kurt Kroenke and colleagues with an educational grant from Pfizer Inc.; no permission is required to
 * reproduce, translate, display or distribute them (www.phqscreeners.com).
 *
 * English: Kroenke, Spitzer, Williams, The PHQ-9, J Gen Intern Med 2001; 16: 606–613. Spitzer, Kroenke, Williams, Löwe,
 * A brief measure for assessing generalized anxiety disorder: the GAD-7, Arch Intern Med 2006; 166: 1092–1097.
 * German: Löwe, Spitzer, Zipfel, Herzog, Gesundheitsfragebogen für Patienten (PHQ-D), 2nd edition, Karlsruhe: Pfizer
 * 2002, and its module GAD-7; validated in Löwe et al., Med Care 2008; 46: 266–274.
 * Spanish, PHQ-9 alone: the version that Pfizer gave out as 'Cuestionario sobre la salud del paciente-9'.
 * French, and the GAD-7 in Spanish: there are several wordings, and for none of them was the validated one found.
 */
const known: Record<QuestionnaireName, { en: Texts } & Partial<Record<Language, Texts>>> = {
  'phq-9': {
    en: {
      intro: 'Over the last 2 weeks, how often have you been bothered by any of the following problems?',
      items: [
        'Little interest or pleasure in doing things',
        'Feeling down, depressed, or hopeless',
        'Trouble falling or staying asleep, or sleeping too much',
        'Feeling tired or having little energy',
        'Poor appetite or overeating',
        'Feeling bad about yourself – or that you are a failure or have let yourself or your family down',
        'Trouble concentrating on things, such as reading the newspaper or watching television',
        'Moving or speaking so slowly that other people could have noticed? Or the opposite – being so fidgety or restless that you have been moving around a lot more than usual',
        'Thoughts that you would be better off dead or of hurting yourself in some way',
      ],
      options: ['Not at all', 'Several days', 'More than half the days', 'Nearly every day'],
    },
    de: {
      intro: 'Wie oft fühlten Sie sich im Verlauf der letzten 2 Wochen durch die folgenden Beschwerden beeinträchtigt?',
      items: [
        'Wenig Interesse oder Freude an Ihren Tätigkeiten',
        'Niedergeschlagenheit, Schwermut oder Hoffnungslosigkeit',
        'Schwierigkeiten ein- oder durchzuschlafen oder vermehrter Schlaf',
        'Müdigkeit oder Gefühl, keine Energie zu haben',
        'Verminderter Appetit oder übermäßiges Bedürfnis zu essen',
        'Schlechte Meinung von sich selbst; Gefühl, ein Versager zu sein oder die Familie enttäuscht zu haben',
        'Schwierigkeiten, sich auf etwas zu konzentrieren, z. B. beim Zeitunglesen oder Fernsehen',
        'Waren Ihre Bewegungen oder Ihre Sprache so verlangsamt, dass es auch anderen auffallen würde? Oder waren Sie im Gegenteil „zappelig“ oder ruhelos und hatten dadurch einen stärkeren Bewegungsdrang als sonst?',
        'Gedanken, dass Sie lieber tot wären oder sich Leid zufügen möchten',
      ],
      options: ['Überhaupt nicht', 'An einzelnen Tagen', 'An mehr als der Hälfte der Tage', 'Beinahe jeden Tag'],
    },
    es: {
      intro: 'Durante las últimas 2 semanas, ¿qué tan seguido ha tenido molestias debido a los siguientes problemas?',
      items: [
        'Poco interés o placer en hacer cosas',
        'Se ha sentido decaído(a), deprimido(a) o sin esperanzas',
        'Ha tenido dificultad para quedarse o permanecer dormido(a), o ha dormido demasiado',
        'Se ha sentido cansado(a) o con poca energía',
        'Sin apetito o ha comido en exceso',
        'Se ha sentido mal con usted mismo(a) – o que es un fracaso o que ha quedado mal con usted mismo(a) o con su familia',
        'Ha tenido dificultad para concentrarse en ciertas actividades, tales como leer el periódico o ver la televisión',
        '¿Se ha movido o hablado tan lento que otras personas podrían haberlo notado? o lo contrario – muy inquieto(a) o agitado(a) que ha estado moviéndose mucho más de lo normal',
        'Pensamientos de que estaría mejor muerto(a) o de lastimarse de alguna manera',
      ],
      options: ['Ningún día', 'Varios días', 'Más de la mitad de los días', 'Casi todos los días'],
    },
  },
  'gad-7': {
    en: {
      intro: 'Over the last 2 weeks, how often have you been bothered by the following problems?',
      items: [
        'Feeling nervous, anxious or on edge',
        'Not being able to stop or control worrying',
        'Worrying too much about different things',
        'Trouble relaxing',
        'Being so restless that it is hard to sit still',
        'Becoming easily annoyed or irritable',
        'Feeling afraid as if something awful might happen',
      ],
      options: ['Not at all', 'Several days', 'More than half the days', 'Nearly every day'],
    },
    de: {
      intro: 'Wie oft fühlten Sie sich im Verlauf der letzten 2 Wochen durch die folgenden Beschwerden beeinträchtigt?',
      items: [
        'Nervosität, Ängstlichkeit oder Anspannung',
        'Nicht in der Lage sein, Sorgen zu stoppen oder zu kontrollieren',
        'Übermäßige Sorgen bezüglich verschiedener Angelegenheiten',
        'Schwierigkeiten zu entspannen',
        'Rastlosigkeit, so dass Stillsitzen schwer fällt',
        'Schnelle Verärgerung oder Gereiztheit',
        'Gefühl der Angst, so als würde etwas Schlimmes passieren',
      ],
      options: ['Überhaupt nicht', 'An einzelnen Tagen', 'An mehr als der Hälfte der Tage', 'Beinahe jeden Tag'],
    },
  },
}

/** A questionnaire in the reader's language where its text stands here, else in English. */
export function textsOf(name: QuestionnaireName, wanted: string): Texts & { language: Language } {
  const language = (['de', 'es', 'fr'] as const).find((one) => one === wanted && known[name][one])
  return language ? { ...(known[name][language] ?? known[name].en), language } : { ...known[name].en, language: 'en' }
}

/** The item after whose answer somebody is led to the safety page: thoughts of death or of hurting oneself. */
export const safetyOf = (name: QuestionnaireName): number | null => (name === 'phq-9' ? safetyItem : null)
