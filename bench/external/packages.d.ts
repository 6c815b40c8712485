// The parts of Lighthouse that the bench uses. Only the bench installs Lighthouse, so the type check cannot read the types of Lighthouse itself.

declare module 'lighthouse' {
  type Audit = { score: number | null; numericValue?: number; details?: { type: string; items?: unknown[] } }
  type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }
  type Result = {
    runtimeError?: { message: string }
    finalDisplayedUrl: string
    audits: Record<string, Audit>
    categories: Record<string, Category>
    environment: { benchmarkIndex: number }
  }
  type Flags = { port: number; output: 'json'; logLevel: 'error'; onlyCategories: string[] }
  export default function lighthouse(url: string, flags: Flags): Promise<{ lhr: Result } | undefined>
}
