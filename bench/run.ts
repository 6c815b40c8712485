// npm run bench [-- PART …] [--rounds=7] [--seconds=2] [--sessions=200000] [--many=1000000] [--events=100] [--changes=31] [--visits=3] [--pairs=5] [--call-pairs=500] [--files=2000]:
// measures the given parts, or all, prints the figures and writes them into bench/README.md. Uses its own databases and servers on loopback and
// removes them. The parts are ratios, second-process, growth, sockets, relay, calls, call-signalling, live, memory, clients, calendar, slots, sync, session-prep,
// notes, groups, guardians, measures, search, journal, messages, assistant, invoices, invoice-pdf, long-pdf, backup-load, personal-export, install, start, lighthouse,
// first-content and page-work.
// `lighthouse --before=FOLDER` visits the product of another checkout in turn.
// npm run bench -- assistant-model --kind=openai --address=… --model=…: sends 40 made-up cases to a model and prints the score. Only a run that
// names this part connects anywhere, and nothing is written.
import { calibrate } from './calibrate.ts'
import { installExternalPackages } from './external/install.ts'
import { firstContentTable, lighthouseTable, pageWorkTable, secondVisitTable } from './lighthouse-tables.ts'
import { messagePageTable, messagesTable } from './message-tables.ts'
import { writeSection } from './readme.ts'
import { growthTable, liveTable, ratiosTable } from './server-tables.ts'
import {
  measurePageTable,
  measuresTable,
  sessionPrepTable,
  calendarTable,
  clientsTable,
  journalPageTable,
  journalTable,
  memoryTable,
  slotsTable,
  socketsTable,
  startTable,
} from './tables.ts'

const args = process.argv.slice(2)
const option = (name: string, standard: number) =>
  Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? standard)
const folder = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
const chosen = args.filter((arg) => !arg.startsWith('--'))
const wants = (part: string) => chosen.length === 0 || chosen.includes(part)
const say = (line: string) => console.log(line)

const calibration = calibrate()
say(calibration)
if (wants('ratios')) {
  const { measureRatios } = await import('./ratios.ts')
  const setting = { rounds: option('rounds', 7), seconds: option('seconds', 2), sessions: option('sessions', 200_000) }
  show('ratios', ratiosTable(await measureRatios(setting, say)))
}
if (wants('second-process')) {
  const { hasProxy, measureSecondProcess } = await import('./second-process.ts')
  const { secondProcessTable } = await import('./second-process-tables.ts')
  const setting = { rounds: option('rounds', 5), seconds: option('seconds', 2), sessions: option('sessions', 50_000) }
  if (hasProxy()) show('second-process', secondProcessTable(await measureSecondProcess(setting, say)))
  else say('The part second-process is skipped: it needs haproxy (on Debian: apt-get install haproxy).')
}
if (wants('growth')) {
  const { measureGrowth } = await import('./growth.ts')
  const setting = {
    rounds: option('rounds', 7),
    seconds: option('seconds', 2),
    few: 10_000,
    many: option('many', 1_000_000),
  }
  show('growth', growthTable(await measureGrowth(setting)))
}
if (wants('sockets')) {
  const { measureSockets } = await import('./sockets.ts')
  show('sockets', socketsTable(await measureSockets(option('events', 100))))
}
if (wants('relay')) {
  const { measureRelay, relayTable } = await import('./relay.ts')
  show('relay', relayTable(await measureRelay(option('seconds', 10), say)))
}
if (wants('calls')) {
  const { callsTable, measureCalls } = await import('./calls.ts')
  show('calls', callsTable(await measureCalls(option('seconds', 20), say)))
}
if (wants('call-signalling')) {
  const { measureSignalling, signallingTable } = await import('./call-signalling.ts')
  show('call-signalling', signallingTable(await measureSignalling(option('call-pairs', 500), say)))
}
if (wants('backup-load')) {
  const { measureBackupLoad } = await import('./backup-load.ts')
  const { backupLoadTable } = await import('./backup-tables.ts')
  const setting = { pairs: option('pairs', 5), sessions: option('sessions', 200_000) }
  show('backup-load', backupLoadTable(await measureBackupLoad(setting, say)))
}
if (wants('personal-export')) {
  const { measurePersonalExport } = await import('./personal-export.ts')
  const { personalExportTable } = await import('./backup-tables.ts')
  show('personal-export', personalExportTable(await measurePersonalExport({ files: option('files', 2_000) }, say)))
}
if (wants('live')) {
  const { measureLiveChanges } = await import('./live.ts')
  show('live', liveTable(await measureLiveChanges(option('changes', 31))))
}
if (wants('memory')) {
  const { measureMemory } = await import('./memory.ts')
  show('memory', memoryTable(await measureMemory()))
}
if (wants('clients')) {
  const { measureClientList } = await import('./clients.ts')
  show('clients', clientsTable(await measureClientList()))
}
if (wants('calendar')) {
  const { measureCalendar } = await import('./calendar.ts')
  show('calendar', calendarTable(await measureCalendar()))
}
if (wants('slots')) {
  const { measureSlots } = await import('./slots.ts')
  show('slots', slotsTable(await measureSlots()))
}
if (wants('sync')) {
  const { measureSync } = await import('./sync.ts')
  const { syncTable } = await import('./sync-tables.ts')
  show('sync', syncTable(await measureSync(say)))
}
if (wants('session-prep')) {
  const { measureSessionPrep } = await import('./session-prep.ts')
  show('session-prep', sessionPrepTable(await measureSessionPrep()))
}
if (wants('notes')) {
  const { measureNotes, notesTable } = await import('./notes.ts')
  show('notes', notesTable(await measureNotes()))
}
if (wants('groups')) {
  const { measureGroups, groupsTable } = await import('./groups.ts')
  show('groups', groupsTable(await measureGroups()))
}
if (wants('guardians')) {
  const { guardiansTable, measureGuardians } = await import('./guardians.ts')
  show('guardians', guardiansTable(await measureGuardians()))
}
if (wants('measures')) {
  const { measureMeasures } = await import('./measures.ts')
  const { measureMeasurePages } = await import('./measure-page.ts')
  show('measures', `${measuresTable(await measureMeasures())}\n\n${measurePageTable(await measureMeasurePages(say))}`)
}
if (wants('search')) {
  const { measureSearch, searchTable } = await import('./search.ts')
  show('search', searchTable(await measureSearch()))
}
if (wants('journal')) {
  const { measureJournal } = await import('./journal.ts')
  const { measureJournalPage } = await import('./journal-page.ts')
  show('journal', `${journalTable(await measureJournal())}\n\n${journalPageTable(await measureJournalPage())}`)
}
if (wants('messages')) {
  const { measureMessages } = await import('./messages.ts')
  const { measureMessageSockets } = await import('./message-sockets.ts')
  const { measureMessagePage } = await import('./message-page.ts')
  const server = messagesTable(await measureMessages(), await measureMessageSockets(option('events', 100)))
  show('messages', `${server}\n\n${messagePageTable(await measureMessagePage())}`)
}
if (wants('assistant')) {
  const { assistantTable, measureAssistant } = await import('./assistant.ts')
  show('assistant', assistantTable(await measureAssistant()))
}
if (wants('invoices')) {
  const { invoicesTable, measureInvoices } = await import('./invoices.ts')
  show('invoices', invoicesTable(await measureInvoices()))
}
if (wants('invoice-pdf')) {
  const { invoicePdfTable, measureInvoicePdf } = await import('./invoice-pdf.ts')
  show('invoice-pdf', invoicePdfTable(await measureInvoicePdf()))
}
if (wants('long-pdf')) {
  const { longPdfTable, measureLongPdf } = await import('./long-pdf.ts')
  show('long-pdf', longPdfTable(await measureLongPdf()))
}
if (wants('install')) {
  const { installTable } = await import('./install-size.ts')
  show('install', installTable())
}
if (wants('start')) {
  const { measureStarts } = await import('./start.ts')
  show('start', startTable(await measureStarts()))
}
if (wants('lighthouse')) {
  installExternalPackages()
  const { measureLighthouse } = await import('./lighthouse.ts')
  const { measureSecondVisits } = await import('./second-visit.ts')
  const first = lighthouseTable(await measureLighthouse(option('visits', 3), folder('before')))
  show('lighthouse', `${first}\n\n${secondVisitTable(await measureSecondVisits(option('visits', 3)))}`)
}
if (wants('first-content')) {
  const { measureFirstContent } = await import('./first-content.ts')
  show('first-content', firstContentTable(await measureFirstContent(say)))
}
if (wants('page-work')) {
  const { measurePageWork } = await import('./page-work.ts')
  show('page-work', pageWorkTable(await measurePageWork(say)))
}
if (chosen.includes('assistant-model')) {
  const { modelTable, readEndpoint, scoreModel } = await import('./assistant-model.ts')
  say(`\n${modelTable(await scoreModel(readEndpoint(args, process.env), say))}\n`)
}

function show(part: string, table: string) {
  say(`\n${table}\n`)
  writeSection(part, `${table}\n\n${calibration}`)
}
