// Finds which members of the browser the sources use that one of the oldest browsers lacks. TypeScript knows the types.
import ts from 'typescript'
import { isLacking } from './find-unsupported.js'
import { findFeature } from './support-data.js'

export interface Usage {
  feature: string
  file: string
}

export function findUnsupportedInSources(files: readonly string[], options: ts.CompilerOptions): Usage[] {
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const usages = new Map<string, Usage>()
  for (const name of files) {
    const source = program.getSourceFile(name)
    if (!source) throw new Error(`${name} is not in the program`)
    const file = ts.sys.resolvePath(name).replace(`${ts.sys.getCurrentDirectory()}/`, '')
    const visit = (node: ts.Node) => {
      if (ts.isIdentifier(node) && !isInType(node)) {
        for (const feature of findFeatures(checker, node)) usages.set(`${feature} ${file}`, { feature, file })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return [...usages.values()]
}

function isInType(node: ts.Node): boolean {
  for (let current: ts.Node | undefined = node; current; current = current.parent) {
    if (ts.isTypeNode(current) && !ts.isExpressionWithTypeArguments(current)) return true
    if (ts.isStatement(current)) return ts.isInterfaceDeclaration(current) || ts.isTypeAliasDeclaration(current)
  }
  return false
}

function findFeatures(checker: ts.TypeChecker, node: ts.Identifier): string[] {
  const { parent } = node
  const symbol =
    ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)
      ? checker.getTypeAtLocation(parent.parent).getProperty((parent.propertyName ?? parent.name).getText())
      : checker.getSymbolAtLocation(node)
  const paths = (symbol?.declarations ?? []).flatMap(declaration =>
    isOfBrowser(declaration) ? listPaths(declaration, node.text) : []
  )
  const known = [...new Set(paths)].filter(path => findFeature(path)?.__compat)
  return known.length > 0 && known.every(isLacking) ? known.slice(0, 1) : []
}

const isOfBrowser = (declaration: ts.Declaration) =>
  /\/typescript\/lib\/lib\.[^/]*\.d\.ts$/.test(declaration.getSourceFile().fileName)

/** Interfaces of TypeScript that the compatibility data count to others. */
const OWNERS: Record<string, string> = {
  ARIAMixin: 'Element',
  GlobalEventHandlers: 'Element',
  HTMLOrSVGElement: 'HTMLElement',
  ElementCSSInlineStyle: 'HTMLElement',
  InnerHTML: 'Element',
  ParentNode: 'Element',
  ChildNode: 'Element',
  Slottable: 'Element',
  Animatable: 'Element',
  DocumentOrShadowRoot: 'Document',
  NonElementParentNode: 'Document',
  WindowOrWorkerGlobalScope: 'Window',
  Body: 'Response',
  NavigatorStorage: 'Navigator',
  NavigatorLocks: 'Navigator',
  NavigatorID: 'Navigator',
  NavigatorLanguage: 'Navigator',
  NavigatorOnLine: 'Navigator',
  ReadonlyArray: 'Array'
}

function listPaths(declaration: ts.Declaration, name: string): string[] {
  const owner = declaration.parent
  if (ts.isInterfaceDeclaration(owner)) {
    const [, constructed] = /^(.+)Constructor$/.exec(owner.name.text) ?? []
    return pathsOf(OWNERS[owner.name.text] ?? constructed ?? owner.name.text, name)
  }
  // `declare var AbortSignal: { … }` has the static members.
  if (ts.isTypeLiteralNode(owner) && ts.isVariableDeclaration(owner.parent))
    return pathsOf(owner.parent.name.getText(), name)
  if (ts.isModuleBlock(owner)) return pathsOf(owner.parent.name.text, name)
  if (ts.isVariableDeclaration(declaration) || ts.isFunctionDeclaration(declaration))
    return [`api.${name}`, `api.Window.${name}`, `javascript.builtins.${name}`]
  return []
}

const pathsOf = (owner: string, name: string) =>
  ['api', 'javascript.builtins'].flatMap(part => [`${part}.${owner}.${name}`, `${part}.${owner}.${name}_static`])
