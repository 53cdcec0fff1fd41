import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readConfig } from '../../../packages/server/src/config.ts'
import { findRepository, REPOSITORIES, type Repository } from '../../einvoice/official/repositories.ts'
import { writeScenarios } from './scenarios.ts'

const run = promisify(execFile)
const OUTPUT_BYTES_MAX = 100_000_000
const POM = fileURLToPath(new URL('pom.xml', import.meta.url))
const INSTALLERS = ['install.ts', 'scenarios.ts', 'pom.xml'].map((name) => new URL(name, import.meta.url))

/** Sources of the validator and of its rules. */
const SOURCES = {
  validator: REPOSITORIES.validator,
  configuration: REPOSITORIES.configuration,
  schematron: REPOSITORIES.schematron,
  cen: REPOSITORIES.cen,
  peppol: REPOSITORIES.peppol,
} as const satisfies Record<string, Repository>

/** Namespaces that the schemas of UBL in ph-ubl21 import without a location. */
const SCHEMAS: Readonly<Record<string, string>> = {
  'urn:un:unece:uncefact:data:specification:CoreComponentTypeSchemaModule:2': 'CCTS_CCT_SchemaModule.xsd',
  'http://www.w3.org/2000/09/xmldsig#': 'xmldsig-core-schema.xsd',
  'http://uri.etsi.org/01903/v1.3.2#': 'XAdES01903v132-201601.xsd',
  'http://uri.etsi.org/01903/v1.4.1#': 'XAdES01903v141-201601.xsd',
}

/** KoSIT's validator with its configuration. */
export interface Kosit {
  /** Class path of Java. */
  classPath: string
  /** Folder with `scenarios.xml` and the files that it names. */
  repository: string
}

/** Returns why the validator cannot be built; false when all clones exist. */
export function missingSources(): string | false {
  const missing = Object.values(SOURCES).find((source) => findRepository(source) === undefined)
  return missing === undefined
    ? false
    : `Clone ${missing.name} at ${missing.commit} and set EINVOICE_SUITES to run it.`
}

/**
 * Builds KoSIT's validator from its source, and the configuration for XRechnung, as the Ant file of the configuration
 * does. The registry of Maven has neither. Nothing is done if both exist.
 */
export async function installKosit(): Promise<Kosit> {
  const version = createHash('sha256').update(JSON.stringify(SOURCES))
  for (const file of INSTALLERS) version.update(await readFile(file))
  const folder = join(readConfig({ ...process.env }).cacheDir, `kosit-${version.digest('hex').slice(0, 12)}`)
  if (!existsSync(folder)) {
    const unfinished = `${folder}-${process.pid}`
    await mkdir(unfinished, { recursive: true })
    await build(unfinished)
    await rename(unfinished, folder).catch(async () => rm(unfinished, { recursive: true }))
  }
  return {
    classPath: [join(folder, 'classes'), join(folder, 'lib', '*')].join(':'),
    repository: join(folder, 'repository'),
  }
}

async function build(folder: string): Promise<void> {
  await cp(POM, join(folder, 'pom.xml'))
  await command('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], folder)
  for (const [name, source] of Object.entries(SOURCES)) await checkOut(source, join(folder, name))
  await buildValidator(folder)
  await buildRules(folder)
  await copySchemas(folder)
  const resources = join(folder, 'repository', 'resources')
  for (const name of ['xrechnung-report.xsl', 'default-report.xsl'])
    await cp(join(folder, 'configuration', 'src', name), join(resources, name))
  const scenarios = await readFile(join(folder, 'configuration', 'scenarios.xml'), 'utf8')
  await writeFile(join(folder, 'repository', 'scenarios.xml'), writeScenarios(scenarios))
}

/** Generates the classes of the schemas, and compiles the validator. */
async function buildValidator(folder: string): Promise<void> {
  const model = join('validator', 'src', 'main', 'model')
  await mkdir(join(folder, 'generated'))
  const binding = join(model, 'binding', 'global.xjb')
  const words = [
    '-quiet',
    '-extension',
    '-Xinheritance',
    '-d',
    'generated',
    '-b',
    binding,
    join(model, 'xsd'),
  ]
  await java(folder, ['com.sun.tools.xjc.XJCFacade', ...words])
  const sources = await Promise.all(
    ['generated', join('validator', 'src', 'main', 'java')].map(async (path) =>
      (await readdir(join(folder, path), { recursive: true }))
        .filter((name) => name.endsWith('.java'))
        .map((name) => join(path, name)),
    ),
  )
  await writeFile(join(folder, 'sources.txt'), sources.flat().join('\n'))
  await command('javac', ['-nowarn', '-proc:none', '-d', 'classes', '-cp', 'lib/*', '@sources.txt'], folder)
  await cp(join(folder, 'validator', 'src', 'main', 'resources'), join(folder, 'classes'), {
    recursive: true,
  })
  await cp(join(folder, model, 'xsd'), join(folder, 'classes', 'xsd'), { recursive: true })
}

/** Compiles the rules of CEN, XRechnung and Peppol to XSLT. */
async function buildRules(folder: string): Promise<void> {
  await mkdir(join(folder, 'schxslt'))
  const [schxslt = ''] = (await readdir(join(folder, 'lib'))).filter((name) => name.startsWith('schxslt-'))
  await command('jar', ['xf', join('..', 'lib', schxslt)], join(folder, 'schxslt'))
  // The stylesheet of XRechnung reads the rules of Peppol from this folder.
  await cp(join(folder, 'peppol', 'rules', 'sch'), join(folder, 'schematron', 'build', 'bis'), {
    recursive: true,
  })
  for (const [syntax, lower, at] of [
    ['UBL', 'ubl', 'ubl/2.1'],
    ['CII', 'cii', 'cii/16b'],
  ] as const) {
    const target = join('repository', 'resources', at, 'xsl')
    const name = `XRechnung-${syntax}-validation`
    const source = join('schematron', 'src', 'validation', 'schematron', lower)
    const merged = join(source, `${name}.merged.sch`)
    const merge = join('schematron', 'src', 'xsl', 'peppol-into-xr.xsl')
    await saxon(folder, merge, join(source, `${name}.sch`), merged, [`syntax=${syntax}`])
    await compile(folder, merged, join('compiled', `${name}.xsl`))
    const fixed = join('configuration', 'src', 'convert-dynamic-id-to-static.xsl')
    await saxon(folder, fixed, join('compiled', `${name}.xsl`), join(target, `${name}.xsl`))
    const cen = `EN16931-${syntax}-validation`
    // The rules that CEN has preprocessed are the same. The others take minutes.
    const source16931 = join('cen', lower, 'schematron', 'preprocessed', `${cen}-preprocessed.sch`)
    await compile(folder, source16931, join('compiled', `${cen}.xsl`))
    const cleaned = join('configuration', 'src', 'remove-dead-apply-templates.xsl')
    await saxon(folder, cleaned, join('compiled', `${cen}.xsl`), join(target, `${cen}.xsl`))
    const peppol = `PEPPOL-EN16931-${syntax}`
    await compile(folder, join('peppol', 'rules', 'sch', `${peppol}.sch`), join(target, `${peppol}.xsl`))
  }
}

async function compile(folder: string, source: string, target: string): Promise<void> {
  const pipeline = join('schxslt', 'xslt', '2.0', 'pipeline-for-svrl.xsl')
  await saxon(folder, pipeline, source, target, ['generate-fired-rule=false', 'full-path-notation=3'])
}

async function saxon(
  folder: string,
  sheet: string,
  source: string,
  target: string,
  parameters: string[] = [],
): Promise<void> {
  const words = [`-s:${source}`, `-xsl:${sheet}`, `-o:${target}`, ...parameters]
  await java(folder, ['net.sf.saxon.Transform', ...words])
}

/** Copies the schemas of UBL and CII. */
async function copySchemas(folder: string): Promise<void> {
  const resources = join(folder, 'repository', 'resources')
  const cii = join(folder, 'cen', 'cii', 'schema', 'D16B SCRDM (Subset)', 'uncoupled clm')
  await cp(join(cii, 'CII', 'uncefact', 'data', 'standard'), join(resources, 'cii', '16b', 'xsd'), {
    recursive: true,
  })
  const jars = (await readdir(join(folder, 'lib'))).filter((name) => /^ph-(?:ubl21|xsds)-/.test(name))
  const extracted = join(folder, 'ubl')
  await mkdir(extracted)
  for (const jar of jars) await command('jar', ['xf', join('..', 'lib', jar)], extracted)
  const target = join(resources, 'ubl', '2.1', 'xsd')
  await cp(join(extracted, 'external', 'schemas', 'ubl21'), target, { recursive: true })
  await cp(join(extracted, 'schemas'), join(target, 'common'), { recursive: true })
  for (const name of await readdir(join(target, 'common'))) {
    const file = join(target, 'common', name)
    const text = await readFile(file, 'utf8')
    const located = text.replaceAll(/(<xsd:import namespace="([^"]+)") ?\/>/g, (all, start, namespace) =>
      SCHEMAS[namespace] === undefined ? all : `${start} schemaLocation="${SCHEMAS[namespace]}"/>`,
    )
    await writeFile(file, located)
  }
}

/** Writes the files of a commit into a folder. */
async function checkOut(source: Repository, folder: string): Promise<void> {
  await mkdir(folder)
  const archive = `${folder}.tar`
  await command('git', ['archive', '-o', archive, source.commit], findRepository(source) ?? '')
  await command('tar', ['-xf', archive, '-C', folder], folder)
}

async function java(folder: string, words: string[]): Promise<void> {
  await command('java', ['-cp', 'lib/*', ...words], folder)
}

async function command(program: string, words: string[], cwd: string): Promise<void> {
  await run(program, words, { cwd, maxBuffer: OUTPUT_BYTES_MAX })
}
