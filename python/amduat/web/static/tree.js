// The tree of variations of an analysis. The first child of a node is the main line.

export class Tree {
  constructor(position, view = null) {
    this.root = { position, view, ply: null, parent: null, children: [], values: null, mark: "" };
    this.current = this.root;
  }

  /** Adds what follows a node, or finds it there. */
  add(parent, ply, view = null) {
    let node = parent.children.find((child) => child.ply.action === ply.action);
    if (!node) {
      const turn = parent.ply && parent.ply.player === ply.player ? parent.ply.turn : (parent.ply?.turn ?? 0) + 1;
      node = { position: ply.position, view, ply: { ...ply, turn }, parent, children: [], values: null, mark: "" };
      parent.children.push(node);
    }
    node.view ??= view;
    return node;
  }

  /** The nodes from the first move to a node. */
  path(node = this.current) {
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  /** The nodes of the main line, the root first. */
  main() {
    const nodes = [this.root];
    while (nodes.at(-1).children.length) nodes.push(nodes.at(-1).children[0]);
    return nodes;
  }

  /** The end of the line on which a node is. */
  end(node = this.current) {
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** The next or the previous variation beside a node, if there is one. */
  beside(step, node = this.current) {
    const all = node.parent?.children ?? [];
    return all[all.indexOf(node) + step] ?? null;
  }

  /** Makes the line of a node the main one. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.splice(children.indexOf(at), 1);
      children.unshift(at);
    }
  }

  /** Removes a node and all that follows it; its parent becomes current. */
  remove(node) {
    if (!node.parent) return;
    node.parent.children.splice(node.parent.children.indexOf(node), 1);
    this.current = node.parent;
  }
}
