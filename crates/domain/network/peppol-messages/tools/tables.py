#!/usr/bin/env python3
"""Writes the tables of src/schema/tables from published XML Schemas (the folder peppol-network of the facts).

tables.py FOLDER. Each table: namespaces, global elements, simple types, complex types; src/schema/read.rs
says how a line is read.
"""
import os, sys
import xml.etree.ElementTree as ET

XS = "{http://www.w3.org/2001/XMLSchema}"
XMLNS = {}

class Schema:
    def __init__(self):
        self.elements, self.types, self.groups, self.attributes, self.attgroups = {}, {}, {}, {}, {}
        self.substitutes = {}
        self.seen = set()

    def load(self, path):
        path = os.path.realpath(path)
        if path in self.seen: return
        self.seen.add(path)
        prefixes = {}
        for event, data in ET.iterparse(path, events=("start-ns", "start")):
            if event == "start-ns": prefixes.setdefault(data[0], data[1])
        root = ET.parse(path).getroot()
        target = root.get("targetNamespace", "")
        qualified = root.get("elementFormDefault") == "qualified"
        for child in root:
            where = child.get("schemaLocation")
            if child.tag in (XS + "import", XS + "include") and where and not where.startswith("http"):
                self.load(os.path.join(os.path.dirname(path), where))
        for child in root:
            entry = (child, target, prefixes, qualified)
            for tag, into in (("element", self.elements), ("complexType", self.types), ("simpleType", self.types),
                              ("group", self.groups), ("attribute", self.attributes), ("attributeGroup", self.attgroups)):
                if child.tag == XS + tag: into[(target, child.get("name"))] = entry
            head = child.get("substitutionGroup")
            if child.tag == XS + "element" and head:
                self.substitutes.setdefault(resolve(head, prefixes), []).append((target, child.get("name")))

def resolve(name, prefixes):
    prefix, _, local = name.rpartition(":")
    return (prefixes.get(prefix, ""), local)

class Table:
    def __init__(self, schema, prefixes, roots):
        self.s, self.prefixes, self.roots = schema, prefixes, roots
        self.lines, self.named, self.queue, self.globals = [], {}, [], {}

    def q(self, name):
        uri, local = name
        for prefix, known in self.prefixes.items():
            if known == uri: return f"{prefix}:{local}" if prefix != "-" else local
        raise SystemExit(f"no prefix for {uri}")

    def type_name(self, name):
        uri, local = name
        if uri == XS[1:-1]: return local
        text = self.q(name).replace(":", ".")
        if name not in self.named:
            self.named[name] = text
            self.queue.append((text, self.s.types[name]))
        return text

    def anonymous(self, owner, entry):
        self.queue.append((owner, entry))
        return owner

    def global_element(self, name):
        if name in self.globals: return self.globals[name]
        node, target, prefixes, qualified = self.s.elements[name]
        self.globals[name] = "?"
        self.globals[name] = self.element_type(node, target, prefixes, qualified, self.q(name).replace(":", ".") + "-element")
        return self.globals[name]

    def element_type(self, node, target, prefixes, qualified, owner):
        if node.get("type"): return self.type_name(resolve(node.get("type"), prefixes))
        for child in node:
            if child.tag in (XS + "complexType", XS + "simpleType"):
                return self.anonymous(owner, (child, target, prefixes, qualified))
        return "anyType"

    def occurs(self, node):
        low, high = node.get("minOccurs", "1"), node.get("maxOccurs", "1")
        return {("1", "1"): "", ("0", "1"): "?", ("0", "unbounded"): "*", ("1", "unbounded"): "+"}.get((low, high), "{%s,%s}" % (low, high))

    def particle(self, node, target, prefixes, qualified, owner):
        tag = node.tag[len(XS):]
        if tag == "element":
            if node.get("ref"):
                name = resolve(node.get("ref"), prefixes)
                more = self.s.substitutes.get(name, [])
                own = [] if self.s.elements[name][0].get("abstract") == "true" else [name]
                names = [f"{self.q(n)}={self.global_element(n)}" for n in own + more]
                text = names[0] if len(names) == 1 else "( " + " | ".join(names) + " )"
                return text + self.occurs(node)
            name = (target if qualified else "", node.get("name"))
            of = self.element_type(node, target, prefixes, qualified, f"{owner}.{node.get('name')}")
            return f"{self.q(name)}={of}{self.occurs(node)}"
        if tag in ("sequence", "choice"):
            inner = [self.particle(c, target, prefixes, qualified, owner) for c in node if c.tag != XS + "annotation"]
            glue = " " if tag == "sequence" else " | "
            if not inner: return "( )"
            if len(inner) == 1 and not self.occurs(node): return inner[0]
            return "( " + glue.join(inner) + " )" + self.occurs(node)
        if tag == "group":
            inner, t, p, q = self.s.groups[resolve(node.get("ref"), prefixes)]
            body = [c for c in inner if c.tag != XS + "annotation"][0]
            return self.particle(body, t, p, q, owner) + self.occurs(node)
        if tag == "any":
            space = {"##any": "any", "##other": "other"}[node.get("namespace", "##any")]
            return f"#{space}/{node.get('processContents', 'strict')}/{self.q((target, ''))}{self.occurs(node)}"
        raise SystemExit(tag)

    def attributes(self, nodes, target, prefixes):
        out = []
        for node in nodes:
            if node.tag == XS + "attribute":
                if node.get("use") == "prohibited": continue
                if node.get("ref"):
                    name = resolve(node.get("ref"), prefixes)
                    known = self.s.attributes[name][0]
                    of = resolve(known.get("type"), self.s.attributes[name][2]) if known.get("type") else (XS[1:-1], "string")
                else:
                    name = ("", node.get("name"))
                    of = resolve(node.get("type"), prefixes) if node.get("type") else (XS[1:-1], "string")
                fixed = "=" + node.get("fixed").replace(" ", "~") if node.get("fixed") else ""
                need = "!" if node.get("use") == "required" else ""
                shown = name[1] if not name[0] else self.q(name)
                out.append(f"@{shown}/{self.type_name(of)}{need}{fixed}")
            elif node.tag == XS + "anyAttribute":
                space = {"##any": "any", "##other": "other"}[node.get("namespace", "##any")]
                out.append(f"@#{space}/{self.q((target, ''))}")
            elif node.tag == XS + "attributeGroup":
                g, t, p, _ = self.s.attgroups[resolve(node.get("ref"), prefixes)]
                out += self.attributes(g, t, p)
        return out

    def simple(self, name, node, prefixes):
        restriction = node.find(XS + "restriction")
        if restriction is None:
            return self.lines.append(f"simple {name} string")  # unions and lists: none is used by what is read
        base = self.type_name(resolve(restriction.get("base"), prefixes)) if restriction.get("base") else "string"
        facets, values = [], []
        for f in restriction:
            kind = f.tag[len(XS):]
            if kind == "enumeration": values.append(f.get("value"))
            elif kind in ("minLength", "maxLength", "length"): facets.append(f"{kind}={f.get('value')}")
            elif kind in ("annotation", "whiteSpace"): pass
            else: facets.append(f"{kind}={f.get('value')}"); print("facet", kind, f.get("value"), name, file=sys.stderr)
        if values: facets.append("one-of=" + "|".join(values).replace(" ", "~"))
        self.lines.append(" ".join(["simple", name, base] + facets))

    def complex(self, name, node, target, prefixes, qualified):
        simple = node.find(XS + "simpleContent")
        if simple is not None:
            inner = simple[-1]
            base = self.type_name(resolve(inner.get("base"), prefixes))
            self.lines.append(" ".join([f"value {name} {base}"] + self.attributes(inner, target, prefixes)))
            return
        if node.find(XS + "complexContent") is not None: raise SystemExit(f"complexContent {name}")
        mixed = "mixed" if node.get("mixed") == "true" else "plain"
        content = [c for c in node if c.tag in (XS + "sequence", XS + "choice", XS + "group", XS + "all")]
        text = self.particle(content[0], target, prefixes, qualified, name) if content else "( )"
        self.lines.append(" ".join([f"complex {name} {mixed} {text}"] + self.attributes(node, target, prefixes)))

    def write(self, path, head):
        for root in self.roots: self.global_element(root)
        while self.queue:
            name, (node, target, prefixes, qualified) = self.queue.pop(0)
            if node.tag == XS + "simpleType": self.simple(name, node, prefixes)
            else: self.complex(name, node, target, prefixes, qualified)
        out = [f"# {line}" for line in head]
        out += [f"ns {p} {u}" for p, u in self.prefixes.items()]
        out += [f"element {self.q(n)} {t}" for n, t in sorted(self.globals.items(), key=lambda e: self.q(e[0]))]
        out += self.lines
        wrapped = []
        for line in out:
            now = ""
            for word in line.split(" "):
                if now and len(now) + 1 + len(word) > 118 and not line.startswith("#"):
                    wrapped.append(now); now = "  " + word
                else: now = word if not now else now + " " + word
            wrapped.append(now)
        open(path, "w").write("\n".join(wrapped) + "\n")

def main(folder):
    here = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../src/schema/tables")
    ids = "http://busdox.org/transport/identifiers/1.0/"
    def make(file, sources, prefixes, roots, head):
        schema = Schema()
        for source in sources: schema.load(os.path.join(folder, source))
        roots = [(prefixes[p], n) for p, n in roots]
        Table(schema, prefixes, roots).write(os.path.join(here, file), head)
    smp = "http://busdox.org/serviceMetadata/publishing/1.0/"
    make("smp.txt", ["smp/xsd/peppol-smp-types-v1.xsd"],
         {"smp": smp, "ids": ids, "wsa": "http://www.w3.org/2005/08/addressing", "ds": "http://www.w3.org/2000/09/xmldsig#"},
         [("smp", "ServiceGroup"), ("smp", "ServiceMetadata"), ("smp", "SignedServiceMetadata")],
         ["SMP documents (Peppol SMP 1.4.0), XML Signature and WS-Addressing; written by tools/tables.py."])
    sml = "http://busdox.org/serviceMetadata/locator/1.0/"
    names = ["ServiceMetadataPublisherID", "CreateServiceMetadataPublisherService", "ReadServiceMetadataPublisherService",
             "UpdateServiceMetadataPublisherService", "ServiceMetadataPublisherService", "CreateParticipantIdentifier",
             "DeleteParticipantIdentifier", "ParticipantIdentifierPage", "CreateList", "DeleteList", "PageRequest",
             "PrepareMigrationRecord", "CompleteMigrationRecord", "BadRequestFault", "InternalErrorFault", "NotFoundFault",
             "UnauthorizedFault"]
    make("sml.txt", ["sml/peppol-sml-types-v1.xsd"], {"sml": sml, "ids": ids}, [("sml", n) for n in names],
         ["SML requests and answers (Peppol SML 1.3.0); written by tools/tables.py."])
    make("card.txt", ["directory/peppol-directory-business-card-20180621.xsd"],
         {"bc": "http://www.peppol.eu/schema/pd/businesscard/20180621/"}, [("bc", "BusinessCard")],
         ["Business card (Peppol Directory 1.1.1, 2018-06-21); written by tools/tables.py."])
    make("sbdh.txt", ["sbdh/xsd/StandardBusinessDocumentHeader.xsd", "sbdh/xsd/PEPPOL-EDN-Business-Message-Envelope-1.2-2019-02-01.xsd"],
         {"sbd": "http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader", "env": "http://peppol.eu/xsd/ticc/envelope/1.0"},
         [("sbd", "StandardBusinessDocument"), ("sbd", "StandardBusinessDocumentHeader"), ("sbd", "CorrelationInformation"),
          ("sbd", "BusinessService"), ("env", "BinaryContent"), ("env", "TextContent")],
         ["Standard business document header 1.3 and the wrapper for other formats; written by tools/tables.py."])
    ubl = "urn:oasis:names:specification:ubl:schema:xsd:"
    make("mls.txt", ["ubl/maindoc/UBL-ApplicationResponse-2.1.xsd"],
         {"ubl": ubl + "ApplicationResponse-2", "cac": ubl + "CommonAggregateComponents-2", "cbc": ubl + "CommonBasicComponents-2",
          "ext": ubl + "CommonExtensionComponents-2", "qdt": ubl + "QualifiedDataTypes-2", "udt": ubl + "UnqualifiedDataTypes-2",
          "ccts": "urn:un:unece:uncefact:data:specification:CoreComponentTypeSchemaModule:2"},
         [("ubl", "ApplicationResponse")],
         ["UBL 2.1 ApplicationResponse, with what it reaches; written by tools/tables.py."])

main(sys.argv[1])
