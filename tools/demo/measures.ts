import type { Language } from '@attune/contract/common/text/text.schemas'
import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { MeasureContent, MeasureScore } from '@attune/contract/features/care/measure/measure.schemas'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { randomUUID } from 'node:crypto'
import type { ApiClient } from '../../apps/server/src/testing/browser.ts'
import { event, type Life, on } from './life.ts'
import { act, checkIn, type DemoEvent, memberOf, therapistOf, type World } from './world.ts'

/** A questionnaire or check-in that was assigned. `answer` is null if it is not answered; `isAlert` if the answer must be reviewed. */
type Given = {
  form: (world: World) => TaskForm
  title: (world: World) => string
  /** The number of working days from its answer to today. */
  ago: number
  answer: ((world: World) => TaskAnswer) | null
  isAlert?: boolean
}

/** Returns the events of questionnaires and check-ins at regular times. An answer about thoughts of self-harm is reviewed on the same day. */
export function measureEvents(life: Life): DemoEvent[] {
  const { scores = [], ownScores, checkIns } = life.member
  const given: Given[] = scores.flatMap(({ name, answers, ...times }) =>
    answers.map((digits, place) => {
      const points = [...digits].map(Number)
      return {
        form: () => ({ kind: 'questionnaire', name }),
        title: () => name.toUpperCase(),
        ago: agoOf(times, answers.length, place),
        answer:
          digits === ''
            ? null
            : ({ language }) => ({ kind: 'questionnaire', name, answers: points, language }) as const,
        isAlert: (points[8] ?? 0) > 0,
      }
    }),
  )
  const own: Given[] = (ownScores?.answers ?? []).map((digits, place, all) => ({
    form: (world) => ({ kind: 'measure', measureId: therapistOf(world, life.member.therapist).measureId }),
    title: ({ texts }) => texts.ownMeasure.title,
    ago: agoOf(ownScores ?? { every: 0, ends: 0 }, all.length, place),
    answer: (world) => ({
      kind: 'measure',
      measureId: therapistOf(world, life.member.therapist).measureId,
      answers: Object.fromEntries([...digits].map((digit, item) => [`${item}`, digit])),
      language: world.language,
    }),
  }))
  const moods: Given[] = (checkIns?.values ?? []).map((value, place, all) => ({
    form: checkIn,
    title: ({ texts }) => texts.taskTemplates[2]?.[0] ?? '',
    ago: agoOf({ every: checkIns?.every ?? 5, ends: 2 }, all.length, place),
    answer: () => ({ kind: 'check-in', value, note: '' }),
  }))
  return [...given, ...own, ...moods].flatMap((one) => eventsOf(life, one))
}

const agoOf = ({ every, ends }: { every: number; ends: number }, count: number, place: number) =>
  ends + (count - 1 - place) * every

function eventsOf(life: Life, { form, title, ago, answer, isAlert }: Given): DemoEvent[] {
  const { key, member } = life
  const ids: string[] = []
  const assigned = event(life, 'practice', on(life, ago + 1, '9:05'), async (world) => {
    const { items } = await therapistOf(world, member.therapist).api.task.assign({
      id: randomUUID(),
      clientIds: [memberOf(world, key).id],
      title: title(world),
      description: richTextFromPlain(''),
      priority: 'medium',
      form: form(world),
      delivery: { how: 'now' },
      dueDay: world.calendar.workdayAgo(Math.max(0, ago - 1)).toString(),
    })
    ids.push(items[0]?.id ?? '')
  })
  if (!answer) return [assigned]
  const done = event(life, 'client', on(life, ago, '13:05'), async (world) => {
    const [{ api }, id] = [memberOf(world, key), ids[0] ?? '']
    await api.task.start(act(id))
    await api.task.complete({ ...act(id), answer: answer(world) })
  })
  const reviewed = event(life, 'practice', on(life, ago, '13:50'), (world) =>
    therapistOf(world, member.therapist).api.task.acknowledge({ id: ids[0] ?? '' }),
  )
  return [assigned, done, ...(isAlert ? [reviewed] : [])]
}

/** Writes the therapist's own questionnaire and releases it. Returns its id. */
export async function addOwnMeasure({ texts, language }: World, { measure }: ApiClient): Promise<string> {
  const content = contentOf(texts.ownMeasure, language)
  const { id, revision } = await measure.create({ id: randomUUID(), content })
  await measure.release({ id, revision, isComparable: false })
  return id
}

/** Returns the content of the questionnaire: a sum of all items with bands, and a subscale of the last three. */
function contentOf(texts: World['texts']['ownMeasure'], language: Language): MeasureContent {
  const local = (text: string) => ({ [language]: text })
  const items = texts.items.map((text, item) => ({
    kind: 'choice' as const,
    id: `${item}`,
    parent: null,
    text: local(text),
    when: null,
    required: true,
    options: texts.options.map((option, points) => ({ id: `${points}`, text: local(option), points })),
    selfHarmFrom: null,
  }))
  const sum = (id: string, title: string, from: number): MeasureScore => ({
    id,
    title: local(title),
    items: items.slice(from).map((item) => ({ item: item.id, reverse: false })),
    method: 'sum',
    missingUpTo: 0,
    bands: [],
    alerts: [],
    better: 'lower',
    reliableChange: null,
  })
  const bands = texts.bands.map((text, place) => ({ from: place * 6, text: local(text) }))
  return {
    title: texts.title,
    language,
    intro: local(texts.intro),
    items,
    scores: [{ ...sum('all', texts.scores[0], 0), bands }, sum('day', texts.scores[1], -3)],
    source: { publisher: '', copyright: '', licence: '', version: '', url: '', right: 'own' },
  }
}
