import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compile } from '@ctrl/golang-template'
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import { Ajv } from 'ajv'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Service } from 'kubernetes-models/v1/Service'
import { parse, parseAllDocuments } from 'yaml'
import { variableNames } from '../../packages/server/src/config.ts'

const CHART = fileURLToPath(new URL('../../deploy/helm/platen/', import.meta.url))
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A manifest for Kubernetes. */
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  // Tests assert the fields that they read.
  // oxlint-disable-next-line typescript/no-explicit-any
  [field: string]: any
}

/** Accepts anything and throws when it is not valid. */
// oxlint-disable-next-line typescript/no-explicit-any -- each has a type of its own
type Model = new (manifest?: any) => { validate(): void }

/** The validator of each kind and the module that holds its type. */
const KINDS: Record<string, { model: Model; module: string }> = {
  Deployment: { model: Deployment, module: 'kubernetes-models/apps/v1/Deployment' },
  Service: { model: Service, module: 'kubernetes-models/v1/Service' },
  ConfigMap: { model: ConfigMap, module: 'kubernetes-models/v1/ConfigMap' },
  PodDisruptionBudget: {
    model: PodDisruptionBudget,
    module: 'kubernetes-models/policy/v1/PodDisruptionBudget',
  },
  NetworkPolicy: { model: NetworkPolicy, module: 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy' },
  HorizontalPodAutoscaler: {
    model: HorizontalPodAutoscaler,
    module: 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler',
  },
  ScaledObject: { model: ScaledObject, module: '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject' },
}

describe('the Helm chart', () => {
  // oxlint-disable-next-line typescript/no-explicit-any -- as Manifest
  let values: any
  before(async () => (values = parse(await readFile(`${CHART}values.yaml`, 'utf8'))))

  const everything = () => ({
    ...values,
    environment: [{ name: 'RATE_LIMIT_PER_MINUTE', value: '1200' }],
    worker: { ...values.worker, keda: { ...values.worker.keda, enabled: true } },
  })
  const little = () => ({
    ...values,
    seccomp: { type: 'Unconfined', profile: '' },
    metrics: { ...values.metrics, enabled: false },
    api: { ...values.api, autoscaling: { ...values.api.autoscaling, enabled: false } },
    networkPolicy: { ...values.networkPolicy, public: false, internal: [] },
  })

  it('has default values that its schema allows, and its schema rejects others', async () => {
    const validate = new Ajv({ strict: true }).compile(
      JSON.parse(await readFile(`${CHART}values.schema.json`, 'utf8')),
    )
    for (const some of [values, everything(), little()]) {
      assert.ok(validate(some), JSON.stringify(validate.errors))
    }
    assert.ok(!validate({ ...values, api: { ...values.api, replica: 3 } }))
    assert.ok(!validate({ ...values, baseUrl: 'platen.example.com' }))
    assert.ok(!validate({ ...values, environment: [{ name: 'x', value: '"\nevil: true' }] }))
    const chart = parse(await readFile(`${CHART}Chart.yaml`, 'utf8'))
    const { version } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'))
    assert.deepEqual([chart.apiVersion, chart.appVersion, values.image.tag], ['v2', version, version])
  })

  it('uses each value and no undefined one', async () => {
    const templates = await Promise.all(await templateFiles())
    const used = new Set(
      templates.flatMap(({ source }) =>
        Array.from(source.matchAll(/\.Values\.([\w.]+)/g), ([, path]) => path ?? ''),
      ),
    )
    const leaves = leavesOf(values)
    for (const path of used) {
      assert.ok(
        leaves.some((leaf) => leaf === path || leaf.startsWith(`${path}.`)),
        `.Values.${path} is not in values.yaml`,
      )
    }
    for (const leaf of leaves) assert.ok(used.has(leaf), `no template uses ${leaf}`)
  })

  it('renders objects that are valid for Kubernetes and KEDA', async () => {
    const all = await rendered(everything())
    const kinds = all.map(({ kind }) => kind)
    assert.deepEqual([...new Set(kinds)].toSorted(), Object.keys(KINDS).toSorted())
    const few = await rendered(little())
    assert.ok(!few.some(({ kind }) => ['HorizontalPodAutoscaler', 'ScaledObject'].includes(kind)))
    for (const manifest of [...all, ...few, ...(await rendered(values))]) {
      const { model: Model } = kindOf(manifest)
      assert.doesNotThrow(() => new Model(manifest).validate(), manifest.metadata.name)
    }
    assert.equal(await complaints([...all, ...few]), '')
    const [first] = all.filter(({ kind }) => kind === 'Deployment')
    assert.ok(first)
    const misspelt = { ...first, spec: { ...first['spec'], replica: 3 } }
    assert.match(await complaints([misspelt]), /"replica"' does not exist/)
  })

  it('gives pods minimal rights and enough time to stop', async () => {
    for (const [some, name] of [
      [values, 'default'],
      [everything(), 'everything'],
    ]) {
      const pods = (await rendered(some)).filter(({ kind }) => kind === 'Deployment')
      assert.equal(pods.length, 2)
      for (const { spec } of pods) {
        const pod = spec.template.spec
        assert.equal(pod.securityContext.runAsNonRoot, true, name)
        assert.deepEqual(pod.securityContext.seccompProfile, {
          type: 'Localhost',
          localhostProfile: 'platen.json',
        })
        assert.equal(pod.automountServiceAccountToken, false)
        assert.ok(pod.terminationGracePeriodSeconds >= some.drainSeconds + 30)
        for (const container of pod.containers) {
          assert.deepEqual(container.securityContext, {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          })
          assert.ok(container.readinessProbe && container.livenessProbe && container.startupProbe)
          assert.ok(container.resources.requests.cpu && container.resources.limits.memory)
        }
        assert.deepEqual(spec.selector.matchLabels, spec.template.metadata.labels)
      }
    }
  })

  it('sets only variables that the service reads', async () => {
    const known = variableNames()
    const all = await rendered(everything())
    const config = all.filter(({ kind }) => kind === 'ConfigMap').flatMap(({ data }) => Object.keys(data))
    const own = all
      .filter(({ kind }) => kind === 'Deployment')
      .flatMap(({ spec }) => spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name))
    for (const name of [...config, ...own]) assert.ok(known.includes(name), name)
  })
})

/** Returns the compiler's errors about the manifests: TypeScript rejects fields that a type does not have. */
async function complaints(manifests: Manifest[]): Promise<string> {
  // Within the repository, so that the types resolve.
  const folder = await mkdtemp(join(import.meta.dirname, 'rendered-'))
  try {
    const lines = manifests.map((manifest, index) => {
      const { module } = kindOf(manifest)
      const type = `import('${module}').I${manifest.kind}`
      return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)}`
    })
    await writeFile(join(folder, 'manifests.ts'), lines.join('\n'))
    const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, module: 'nodenext', types: [] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    return await new Promise((resolve) => {
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
      execFile(process.execPath, [tsc, '-p', folder], (_error, stdout) => resolve(stdout))
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function kindOf({ kind }: Manifest) {
  const known = KINDS[kind]
  assert.ok(known, kind)
  return known
}

async function templateFiles() {
  const names = await readdir(`${CHART}templates`)
  return names.map(async (name) => ({ name, source: await readFile(`${CHART}templates/${name}`, 'utf8') }))
}

/** The chart's templates use only what this engine supports, so the test needs no Helm. */
async function rendered(values: object): Promise<Manifest[]> {
  const files = await Promise.all(await templateFiles())
  return files.flatMap(({ name, source }) => {
    const text = compile(source).render({ Values: values, Release: { Name: 'press' } })
    assert.doesNotMatch(text, /\{\{|undefined|\[object|no value/, name)
    return parseAllDocuments(text).flatMap((document) => {
      assert.deepEqual(document.errors, [], name)
      const manifest: Manifest | null = document.toJS()
      return manifest === null ? [] : [manifest]
    })
  })
}

/** Returns the path of each value that is not an object. A list counts as one value. */
function leavesOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? leavesOf(member, `${path}${name}.`)
      : [`${path}${name}`],
  )
}
