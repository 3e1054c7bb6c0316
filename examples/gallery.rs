use opportunist::art::*;
use opportunist::grid::*;
fn main(){
 let map=["ggggggggggtt","gggbbggeeett","gWWWWWWeegtg","gWffrffeeggg","gWfpffDeegww","gWffcfWeeeww","gWWWWWWeepww","mmglllgeiidd","mmglggghaXdd","ggggssgffFkd"];
 let name=|c:char| match c {'g'=>"grass",'t'=>"tree",'b'=>"bush",'e'=>"road",'W'=>"wall",'f'=>"floor",'r'=>"rubble",'p'=>"bridge",'D'=>"door",'w'=>"shallow",'d'=>"deep_water",'c'=>"crates",'m'=>"mud",'l'=>"low_wall",'i'=>"ice",'h'=>"chasm",'a'=>"lava",'X'=>"pillar",'s'=>"stairs",'F'=>"fire",'k'=>"fog",_=>"reeds"};
 let dims=Dimensions::new(12,10);
 let drawings:Vec<String>=map.iter().flat_map(|r|r.chars().map(|c|name(c).to_string())).collect();
 let mut figures=vec![];
 for (i,n) in emblem::NAMES.iter().enumerate(){ figures.push(level::Figure{at:Square::new((i%11) as i16,(i/11*4) as i16),extent:1,emblem:n.to_string(),side:i%6}); }
 figures.push(level::Figure{at:Square::new(2,8),extent:2,emblem:"giant".into(),side:1});
 let scene=level::Scene{dims,drawings,figures,zones:vec![(Square::new(9,1),0)]};
 std::fs::write("/tmp/gallery.png",level::picture(&scene).png().unwrap()).unwrap();
 std::fs::write("/tmp/thumb.png",level::thumbnail(&scene,16).png().unwrap()).unwrap();
 std::fs::write("/tmp/panel.png",paper::parchment().png().unwrap()).unwrap();
 std::fs::write("/tmp/table.png",paper::table().png().unwrap()).unwrap();
}
