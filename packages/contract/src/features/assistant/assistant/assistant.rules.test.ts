import { expect, test } from 'vitest'
import { forbiddenQuestion } from './assistant.rules.ts'

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
const answers = (texts: string[]) => texts.map((text) => `${forbiddenQuestion(text)}: ${text}`)

test.each([
  [
    'en',
    `What is her diagnosis?
    Which diagnosis fits best?
    Does Anna have depression?
    Does [CLIENT] meet the criteria for PTSD?
    Could it be ADHD?
    Is he bipolar?
    Is [CLIENT] on the autism spectrum, is it autism?
    Please diagnose the client.
    Suggest an ICD-10 code, the most likely diagnosis.
    She said she feels empty. What disorder could this be?
    Do you think what she wrote shows signs of borderline?
    Give me a differential diagnosis.
    Would you say Tom has OCD?
    What condition does she have?`,
  ],
  [
    'de',
    `Welche Diagnose hat sie?
    Welche Diagnose passt am besten?
    Hat Anna eine Depression?
    Leidet er an ADHS?
    Ist sie bipolar?
    Erfüllt [CLIENT] die Kriterien für eine PTBS?
    Stelle bitte eine Diagnose.
    Könnte das Borderline sein?
    Handelt es sich um eine Angststörung?
    Welcher ICD-10-Code? Nenne die wahrscheinlichste Diagnose.
    Diagnostiziere die Klientin.
    Gibt es Anzeichen einer Psychose? Nenne die Verdachtsdiagnose.`,
  ],
  [
    'fr',
    `Quel est son diagnostic ?
    Quel diagnostic proposez-vous ?
    Souffre-t-elle de dépression ?
    A-t-il un TDAH ?
    Est-elle bipolaire ?
    Est-ce que Léa souffre d’un trouble anxieux ?
    Pose un diagnostic, s’il te plaît.
    Remplit-elle les critères de TSPT ?
    Pourrait-il être autiste ? Est-il autiste ?
    Présente-t-elle des signes de psychose ?
    Peux-tu diagnostiquer la cliente ?`,
  ],
  [
    'es',
    `¿Cuál es su diagnóstico?
    ¿Qué diagnóstico tiene?
    ¿Tiene depresión?
    ¿Padece TDAH?
    ¿Es bipolar?
    ¿Cumple los criterios de TEPT?
    Haz un diagnóstico de la clienta.
    ¿Podría ser un trastorno límite?
    ¿Qué trastorno presenta?
    ¿Tiene síntomas de psicosis?
    Propón el diagnóstico más probable.`,
  ],
])('a question for a diagnosis is not sent (%s)', (_, texts) => {
  expect(answers(lines(texts))).toEqual(lines(texts).map((text) => `diagnosis: ${text}`))
})

test.each([
  [
    'en',
    `Is she suicidal?
    How high is the suicide risk?
    Rate the risk of self-harm from 1 to 10.
    Is he a danger to himself or others?
    Could Tom hurt someone?
    How likely is she to kill herself?
    Is she safe to go home?
    Will he harm himself again?
    Does she need to be hospitalised?
    Is [CLIENT] at risk?
    Please do a risk assessment.
    She wrote that she is tired. Is she going to end her life?
    Do you think he will become violent?
    What is the probability of relapse?`,
  ],
  [
    'de',
    `Ist sie suizidal?
    Wie hoch ist das Suizidrisiko?
    Wie wahrscheinlich ist ein Suizid?
    Besteht Selbstmordgefahr?
    Könnte er sich etwas antun?
    Ist er eine Gefahr für andere?
    Schätze das Risiko ein.
    Ist Anna gefährlich?
    Wird sie sich umbringen?
    Muss er eingewiesen werden?
    Wie gefährdet ist sie?
    Bitte um eine Risikoeinschätzung.`,
  ],
  [
    'fr',
    `Est-elle suicidaire ?
    Quel est le risque suicidaire ?
    Évaluez le risque de passage à l’acte.
    Est-il dangereux ?
    Va-t-elle se tuer ?
    Pourrait-il se faire du mal ?
    Y a-t-il un risque de suicide ?
    Faut-il l’hospitaliser, faut-il hospitaliser Léa ?
    Est-elle en danger ?
    Quelle est la probabilité d’une rechute ?`,
  ],
  [
    'es',
    `¿Es suicida?
    ¿Qué riesgo de suicidio tiene?
    ¿Cuál es la probabilidad de que se haga daño?
    Evalúa el riesgo de autolesión.
    ¿Es peligroso para otros?
    ¿Podría quitarse la vida?
    ¿Va a matarse?
    ¿Hay riesgo de violencia?
    ¿Está en peligro?
    ¿Debe ser hospitalizada?`,
  ],
])('a question for a risk estimate is not sent (%s)', (_, texts) => {
  expect(answers(lines(texts))).toEqual(lines(texts).map((text) => `risk: ${text}`))
})

test.each([
  [
    'en',
    `When did she mention her diagnosis letter?
    What did she say about her diagnosis?
    What did he write about suicidal thoughts?
    How often did she sleep badly?
    Which task did we agree on?
    When did he last mention self-harm?
    What risks in changing jobs did she see?
    Did she take a risk at work?
    What is her sister's name?
    How did she feel after the call with her mother?
    Is she still working at the bakery?
    Does she have a dog?
    Could we move the homework to Friday?
    What helped her fall asleep?`,
  ],
  [
    'de',
    `Wann hat sie den Arztbrief mit der Diagnose erwähnt?
    Was hat sie über ihre Diagnose gesagt?
    Was schrieb er über Suizidgedanken?
    Wie oft hat sie schlecht geschlafen?
    Welche Aufgabe haben wir vereinbart?
    Hat sie einen Hund?
    Ist sie noch in der Bäckerei?
    Was hat ihr beim Einschlafen geholfen?
    Wie ging es ihr nach dem Anruf?
    Ist sie mit dem Rad gefahren?
    Wie groß ist ihr Hund?
    Wie wahrscheinlich ist der Umzug?
    Wann will sie umziehen?`,
  ],
  [
    'fr',
    `Quand a-t-elle parlé de son diagnostic ?
    Qu’a-t-elle dit de ses idées suicidaires ?
    Combien de fois a-t-il mal dormi ?
    A-t-elle un chien ?
    Quelle tâche avons-nous choisie ?
    Est-elle encore à la boulangerie ?
    Qu’est-ce qui l’a aidée à s’endormir ?
    Quel jour va-t-elle chez sa mère ?`,
  ],
  [
    'es',
    `¿Cuándo mencionó su diagnóstico?
    ¿Qué dijo de sus ideas de suicidio?
    ¿Cuántas veces durmió mal?
    ¿Tiene un perro?
    ¿Qué tarea acordamos?
    ¿Trabaja todavía en la panadería?
    ¿Qué le ayudó a dormirse?
    ¿Es verdad que se muda en mayo?`,
  ],
])('a question about what the sources say is sent (%s)', (_, texts) => {
  expect(answers(lines(texts))).toEqual(lines(texts).map((text) => `null: ${text}`))
})
