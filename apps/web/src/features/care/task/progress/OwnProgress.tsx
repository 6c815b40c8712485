import type { OwnTaskProgress } from '@attune/contract/features/care/task/task.progress'
import { ownProgressWeeks } from '@attune/contract/features/care/task/task.rules'
import { maxScore } from '@attune/contract/features/care/task/task.scores'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { datePartsText, localDay } from '../../../../ui/page/date-text.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { useNumberText, useScoreText } from '../detail/score-text.ts'
import { comparablePoints, curveScale, curvesOf, useCurveText } from './curves.ts'
import classes from './OwnProgress.module.css'
import { ProgressLine } from './ProgressLine.tsx'

/** The answers to one kind of check-in or questionnaire, oldest first, with the lowest and the highest possible value. */
type Course = {
  id: string
  title: string
  /** Whether the values are scores, not check-ins. */
  isScore: boolean
  from: number
  most: number
  answers: { at: string; value: number; text: string }[]
}

/**
 * Shows a client their recently completed tasks, and the course of their check-ins and of the scores that their therapist shows them. Renders
 * nothing if there is nothing to show or loading failed.
 */
export function OwnProgress({ read }: { read: UseQueryResult<OwnTaskProgress, unknown> }) {
  const { t } = useTranslation(['taskProgress', 'taskForms'])
  const courses = useCourses(read.data)
  if (read.isLoading && read.failureCount === 0) return <Pending />
  if (!read.data || (read.data.completed + read.data.completedThisMonth === 0 && courses.length === 0)) return null
  const { due, completed, completedThisMonth } = read.data
  const hasScores = courses.some(({ isScore }) => isScore)
  return (
    <Section title={t('own.title')}>
      <div className={classes.parts}>
        {completed + completedThisMonth > 0 && (
          <div>
            {completed > 0 && <p>{t('own.due', { completed, count: due, weeks: ownProgressWeeks.tasks })}</p>}
            {completedThisMonth > 0 && <p>{t('own.month', { count: completedThisMonth })}</p>}
          </div>
        )}
        {courses.map((course) => (
          <CourseRow key={course.id} course={course} />
        ))}
        {hasScores && <p className={classes.facts}>{t('own.notDiagnosis')}</p>}
      </div>
    </Section>
  )
}

function CourseRow({ course: { title, from, most, answers } }: { course: Course }) {
  const { t } = useTranslation('taskProgress')
  const { language, zone } = useLocale()
  const numberText = useNumberText()
  const [first] = answers
  const last = answers.at(-1)
  if (!first || !last) return null
  const day = (at: string) =>
    datePartsText(localDay(at, { language, zone }), language, { day: 'numeric', month: 'short' })
  return (
    <div className={classes.course}>
      <div>
        <strong>{title}</strong>
        <p className={classes.facts}>
          {t('own.last', { day: day(last.at), value: last.text })}
          <br />
          {t('own.first', { day: day(first.at), value: first.text })}
        </p>
      </div>
      <ProgressLine
        label={t('own.line', { title, values: answers.map(({ value }) => numberText(value)).join(', ') })}
        from={from}
        most={most}
        points={answers.map(({ at, value }) => ({ at: Date.parse(at), value }))}
      />
    </div>
  )
}

/** The maximum number of courses; those with the latest answers are shown. */
const maxCourses = 4

/** Returns the courses with at least two answers, latest answer first. */
function useCourses(data: OwnTaskProgress | undefined): Course[] {
  const { t } = useTranslation('taskProgress')
  const scoreText = useScoreText()
  const curveText = useCurveText()
  const courses = new Map<string, Course>()
  const add = (course: Omit<Course, 'answers'>, answer: Course['answers'][number]) =>
    courses.set(course.id, { ...course, answers: [...(courses.get(course.id)?.answers ?? []), answer] })
  for (const { at, title, value } of data?.checkIns ?? [])
    add(
      { id: `check-in ${title}`, title, isScore: false, from: 0, most: 10 },
      { at, value, text: t('own.ofTen', { value }) },
    )
  for (const { at, name, score } of data?.scores ?? [])
    add(
      { id: name, title: name.toUpperCase(), isScore: true, from: 0, most: maxScore(name) },
      { at, value: score, text: scoreText(name, score) },
    )
  for (const curve of curvesOf(data)) {
    const points = comparablePoints(curve)
    const { from, most } = curveScale({ ...curve, points })
    for (const { at, score } of points)
      add(
        { id: curve.id, title: curve.title, isScore: true, from, most },
        { at, value: score, text: curveText(curve, score) },
      )
  }
  const latest = ({ answers }: Course) => answers.at(-1)?.at ?? ''
  return [...courses.values()]
    .filter(({ answers }) => answers.length > 1)
    .sort((a, b) => latest(b).localeCompare(latest(a)))
    .slice(0, maxCourses)
}
