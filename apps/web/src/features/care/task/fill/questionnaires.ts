import type { Language } from '@attune/contract/common/text/text.schemas'
import { languages } from '@attune/contract/common/text/text'
import type { QuestionnaireName } from '@attune/contract/features/care/task/task.forms'
import { phq9SafetyItemIndex } from '@attune/contract/features/care/task/task.scores'

type Texts = { intro: string; items: readonly string[]; options: readonly [string, string, string, string] }

/**
 * The published texts of two questionnaires: PHQ-9 (Patient Health Questionnaire, depression) and GAD-7 (Generalized
 * Anxiety Disorder). None of the texts is our own translation. Robert L. Spitzer, Janet B.W. Williams, Kurt Kroenke and
 * colleagues developed the questionnaires with an educational grant from Pfizer Inc. No permission is required to reproduce,
 * translate, display or distribute them (www.phqscreeners.com).
 *
 * English: Kroenke, Spitzer, Williams, The PHQ-9, J Gen Intern Med 2001; 16: 606–613. Spitzer, Kroenke, Williams, Löwe,
 * A brief measure for assessing generalized anxiety disorder: the GAD-7, Arch Intern Med 2006; 166: 1092–1097.
 * German: Löwe, Spitzer, Zipfel, Herzog, Gesundheitsfragebogen für Patienten (PHQ-D), 2nd edition, Karlsruhe: Pfizer
 * 2002, and its module GAD-7; validated in Löwe et al., Med Care 2008; 46: 266–274.
 * Spanish: the PHQ-9 as published by Pfizer, 'Cuestionario sobre la salud del paciente-9'; the GAD-7 as adapted and
 * validated in Spain, García-Campayo et al., Health Qual Life Outcomes 2010; 8: 8.
 * French: both as published by Pfizer for France (PHQ9_French_for_France, prevention-depression.lu; FRENCH_GAD7,
 * center-tbi.eu, approved translations). Validated in French: the PHQ-9 by Carballeira et al., Psychol Psychother 2007;
 * 80: 69–77 and Arthurs et al., PLoS One 2012; 7: e52028, with the wordings of their countries; the GAD-7 by
 * Micoulaud-Franchi et al., Epilepsy Behav 2016; 57: 211–216.
 *
 * Decision 186 lists the copies with which each text was compared.
 */
const publishedTexts: Record<QuestionnaireName, Record<Language, Texts>> = {
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
    fr: {
      intro:
        'Au cours des 2 dernières semaines, selon quelle fréquence avez-vous été gêné(e) par les problèmes suivants ?',
      items: [
        'Peu d’intérêt ou de plaisir à faire les choses',
        'Être triste, déprimé(e) ou désespéré(e)',
        'Difficultés à s’endormir ou à rester endormi(e), ou dormir trop',
        'Se sentir fatigué(e) ou manquer d’énergie',
        'Avoir peu d’appétit ou manger trop',
        'Avoir une mauvaise opinion de soi-même, ou avoir le sentiment d’être nul(le), ou d’avoir déçu sa famille ou s’être déçu(e) soi-même',
        'Avoir du mal à se concentrer, par exemple, pour lire le journal ou regarder la télévision',
        'Bouger ou parler si lentement que les autres auraient pu le remarquer. Ou au contraire, être si agité(e) que vous avez eu du mal à tenir en place par rapport à d’habitude',
        'Penser qu’il vaudrait mieux mourir ou envisager de vous faire du mal d’une manière ou d’une autre',
      ],
      options: ['Jamais', 'Plusieurs jours', 'Plus de la moitié du temps', 'Presque tous les jours'],
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
    es: {
      intro: 'Señale con qué frecuencia ha sufrido los siguientes problemas en los últimos 15 días:',
      items: [
        'Se ha sentido nervioso, ansioso o muy alterado',
        'No ha podido dejar de preocuparse',
        'Se ha preocupado excesivamente por diferentes cosas',
        'Ha tenido dificultad para relajarse',
        'Se ha sentido tan intranquilo que no podía estarse quieto',
        'Se ha irritado o enfadado con facilidad',
        'Ha sentido miedo, como si fuera a suceder algo terrible',
      ],
      options: ['Nunca', 'Menos de la mitad de los días', 'Más de la mitad de los días', 'Casi todos los días'],
    },
    fr: {
      intro:
        'Au cours des 2 dernières semaines, selon quelle fréquence avez-vous été gêné(e) par les problèmes suivants ?',
      items: [
        'Un sentiment de nervosité, d’anxiété ou de tension',
        'Une incapacité à arrêter de s’inquiéter ou à contrôler ses inquiétudes',
        'Une inquiétude excessive à propos de différentes choses',
        'Des difficultés à se détendre',
        'Une agitation telle qu’il est difficile à tenir en place',
        'Une tendance à être facilement contrarié(e) ou irritable',
        'Un sentiment de peur comme si quelque chose de terrible risquait de se produire',
      ],
      options: ['Jamais', 'Plusieurs jours', 'Plus de la moitié du temps', 'Presque tous les jours'],
    },
  },
}

/** Returns the text of a questionnaire in the language `wanted`, or in English if `wanted` is not supported. */
export function questionnaireText(name: QuestionnaireName, wanted: string): Texts & { language: Language } {
  const language = languages.find((one) => one === wanted) ?? 'en'
  return { ...publishedTexts[name][language], language }
}

/**
 * Returns the index of the item about thoughts of death or self-harm, or null if the questionnaire has no such item. If
 * the answer to this item indicates a risk, the app opens the safety page.
 */
export const safetyItemOf = (name: QuestionnaireName): number | null => (name === 'phq-9' ? phq9SafetyItemIndex : null)

/**
 * Returns the option of the PHQ-9 with this number of points, with a lower-case first letter for use in a sentence, e.g. 'several days'. Null
 * counts as 0 points.
 */
export function phq9OptionInSentence(points: number | null, language: string): string {
  const option = questionnaireText('phq-9', language).options[points ?? 0] ?? ''
  return option.charAt(0).toLocaleLowerCase(language) + option.slice(1)
}
