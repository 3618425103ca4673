"""Renders a table of cards with Blender's Cycles: run by an interpreter that has ``bpy`` 5, and by no other.

``PYTHON -P cycles.py JOB``: the job is a JSON file as `vision.synth.blender.traced` writes it; the picture
that it names is written. Nothing of this project is imported, since ``bpy`` wants another NumPy.
"""

import json
import sys
from pathlib import Path
from typing import Any

import bpy
from mathutils import Matrix, Vector

Job = dict[str, Any]

SENSOR = 36.0  #: width of the camera's sensor, in mm
CELLS = 12  #: faces along each side of the sheet of a bent card


def render(job: Job) -> None:
    """Renders one job and writes its picture."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    _engine(scene, job)
    _world(scene, job["world"])
    _camera(scene, job["camera"], job["size"])
    _table(job["table"])
    images: dict[str, Any] = {}
    for card in job["cards"]:
        _card(card, images)
    for lamp in job["lamps"]:
        _lamp(scene, lamp)
    for thing in job["things"]:
        _thing(thing)
    scene.render.filepath = job["picture"]
    bpy.ops.render.render(write_still=True)


def _engine(scene: Any, job: Job) -> None:
    render = scene.render
    render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = job["samples"]
    scene.cycles.seed = job["seed"]
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.max_bounces = 4
    scene.cycles.use_adaptive_sampling = True
    render.resolution_x, render.resolution_y = job["size"]
    render.image_settings.file_format = "PNG"
    render.image_settings.compression = 10
    scene.view_settings.view_transform = "Standard"


def _world(scene: Any, world: Job) -> None:
    scene.world = bpy.data.worlds.new("room")
    ground = scene.world.node_tree.nodes["Background"]
    ground.inputs["Color"].default_value = (*world["colour"], 1)
    ground.inputs["Strength"].default_value = world["strength"]


def _camera(scene: Any, camera: Job, size: list[int]) -> None:
    """``axes``: right, up and back of the camera in the room, ``place`` its lens."""
    data = bpy.data.cameras.new("phone")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", SENSOR
    data.lens = camera["focal"] / size[0] * SENSOR
    data.shift_x, data.shift_y = camera["shift"]
    data.dof.use_dof = True
    data.dof.focus_distance = camera["distance"]
    data.dof.aperture_fstop = camera["stop"]
    phone = bpy.data.objects.new("phone", data)
    right, up, back = (Vector(axis) for axis in camera["axes"])
    turn = Matrix((right, up, back)).transposed().to_4x4()
    phone.matrix_world = Matrix.Translation(camera["place"]) @ turn
    scene.collection.objects.link(phone)
    scene.camera = phone


def _material(name: str, rough: float, shine: float) -> tuple[Any, Any]:
    material = bpy.data.materials.new(name)
    surface = material.node_tree.nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = rough
    surface.inputs["Specular IOR Level"].default_value = shine
    return material, surface


def _object(name: str, vertices: list[Any], faces: list[Any], material: Any, uv: list[Any]) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    layer = mesh.uv_layers.new()
    for loop in mesh.loops:
        layer.data[loop.index].uv = uv[loop.vertex_index]
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def _table(table: Job) -> None:
    """The table top: a sheet with a texture of Blender's own between two colours."""
    material, surface = _material("table", table["rough"], table["shine"])
    tree = material.node_tree
    place = tree.nodes.new("ShaderNodeTexCoord")
    turned = tree.nodes.new("ShaderNodeMapping")
    turned.inputs["Rotation"].default_value[2] = table["turn"]
    tree.links.new(place.outputs["Object"], turned.inputs["Vector"])
    ramp = tree.nodes.new("ShaderNodeMix")
    ramp.data_type = "RGBA"
    mix = {socket.name: socket for socket in ramp.inputs if socket.type == "RGBA"}
    mix["A"].default_value, mix["B"].default_value = ((*colour, 1) for colour in table["colours"])
    kind, scale = table["kind"], table["scale"]
    if kind == "wood":
        texture = tree.nodes.new("ShaderNodeTexWave")
        texture.inputs["Distortion"].default_value = 6
        texture.inputs["Detail"].default_value = 4
        texture.inputs["Detail Scale"].default_value = 0.4
    elif kind == "tiles":
        texture = tree.nodes.new("ShaderNodeTexBrick")
        texture.inputs["Color1"].default_value = (0, 0, 0, 1)
        texture.inputs["Color2"].default_value = (0.35, 0.35, 0.35, 1)
        texture.inputs["Mortar"].default_value = (1, 1, 1, 1)
        texture.inputs["Mortar Size"].default_value = 0.01
    elif kind == "checks":
        texture = tree.nodes.new("ShaderNodeTexChecker")
    elif kind == "cells":
        texture = tree.nodes.new("ShaderNodeTexVoronoi")
    else:
        texture = tree.nodes.new("ShaderNodeTexNoise")
        texture.inputs["Detail"].default_value = table["detail"]
    texture.inputs["Scale"].default_value = scale
    tree.links.new(turned.outputs["Vector"], texture.inputs["Vector"])
    value = texture.outputs["Distance" if kind == "cells" else 0]
    tree.links.new(value, ramp.inputs["Factor"])
    colour = next(socket for socket in ramp.outputs if socket.type == "RGBA")
    tree.links.new(colour, surface.inputs["Base Color"])
    reach = 80
    corners = [(-reach, -reach, 0), (reach, -reach, 0), (reach, reach, 0), (-reach, reach, 0)]
    _object("table", corners, [(0, 1, 2, 3)], material, [corner[:2] for corner in corners])


def _card(card: Job, images: dict[str, Any]) -> None:
    """A sheet through ``corners`` (top-left, top-right, bottom-right, bottom-left), its edges or, with
    ``bend`` below 0, its middle standing up by ``bend``."""
    path = card["texture"]
    if path not in images:
        images[path] = bpy.data.images.load(path)
    material, surface = _material("card", card["rough"], card["shine"])
    tree = material.node_tree
    print_ = tree.nodes.new("ShaderNodeTexImage")
    print_.image, print_.extension = images[path], "EXTEND"
    tree.links.new(print_.outputs["Color"], surface.inputs["Base Color"])
    tree.links.new(print_.outputs["Alpha"], surface.inputs["Alpha"])
    first, second, third, fourth = (Vector(corner) for corner in card["corners"])
    vertices, uv = [], []
    steps = [k / CELLS for k in range(CELLS + 1)]
    for v in steps:
        for u in steps:
            point = (first * (1 - u) + second * u) * (1 - v) + (fourth * (1 - u) + third * u) * v
            off = (2 * (u if card["across"] else v) - 1) ** 2
            bend = card["bend"]
            point.z += bend * off if bend > 0 else -bend * (1 - off)
            vertices.append(point)
            uv.append((u, 1 - v))
    row = CELLS + 1
    faces = [
        (r * row + c, r * row + c + 1, (r + 1) * row + c + 1, (r + 1) * row + c)
        for r in range(CELLS)
        for c in range(CELLS)
    ]
    sheet = _object("card", vertices, [face[::-1] for face in faces], material, uv)
    for face in sheet.data.polygons:
        face.use_smooth = True


def _lamp(scene: Any, lamp: Job) -> None:
    data = bpy.data.lights.new("lamp", "AREA")
    data.energy, data.color = lamp["energy"], lamp["colour"]
    data.shape = "RECTANGLE"
    data.size, data.size_y = lamp["size"]
    light = bpy.data.objects.new("lamp", data)
    place = Vector(lamp["place"])
    light.location = place
    light.rotation_euler = (Vector(lamp["target"]) - place).to_track_quat("-Z", "Y").to_euler()
    scene.collection.objects.link(light)


def _thing(thing: Job) -> None:
    """A token, a cone or a die beside the cards."""
    (x, y, _), size, high = thing["place"], thing["size"], thing["height"]
    add = bpy.ops.mesh
    if thing["kind"] == "cone":
        add.primitive_cone_add(radius1=size, radius2=0, depth=high, location=(x, y, high / 2))
    elif thing["kind"] == "die":
        turned = (0, 0, thing["turn"])
        add.primitive_cube_add(size=2 * size, location=(x, y, size), rotation=turned)
    else:
        add.primitive_cylinder_add(radius=size, depth=high, location=(x, y, high / 2), vertices=64)
    material, surface = _material("thing", thing["rough"], 0.5)
    surface.inputs["Base Color"].default_value = (*thing["colour"], 1)
    bpy.context.object.data.materials.append(material)


if __name__ == "__main__":
    render(json.loads(Path(sys.argv[1]).read_text("utf-8")))
